import { t } from '@lingui/core/macro'
import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { scrollBehavior } from '../../lib/view/motion.ts'
import { Button } from '../../ui/button.tsx'

interface FormSection {
  title: string
  fields: ReactNode
  /** Resolves to true if the section is filled in well; otherwise its errors are shown. */
  check: () => Promise<boolean>
}

interface FormSectionsProps {
  sections: readonly FormSection[]
  /** Index of the section on the screen. */
  current: number
  onCurrent: (index: number) => void
  /** Submits the form, in place of "Next" in the last section. */
  submit: ReactNode
}

/**
 * Sections of one form beside each other, one at a time on the screen. All are in the document: Tab leads through them, and
 * a password manager fills them in.
 */
export function FormSections({ sections, current, onCurrent, submit }: FormSectionsProps) {
  const row = useRef<HTMLDivElement>(null)
  const id = useId()
  useShown(row, current)

  function open(index: number): void {
    onCurrent(index)
    row.current?.children[index]?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
  }

  async function next(index: number): Promise<void> {
    if (await sections[index]?.check()) open(index + 1)
  }

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const { key, target, currentTarget, nativeEvent } = event
    const isField = target instanceof HTMLInputElement && currentTarget.contains(target) // not in a dialog's portal
    if (key !== 'Enter' || !isField || nativeEvent.isComposing || index === sections.length - 1) return
    event.preventDefault()
    void next(index)
  }

  return (
    <div ref={row} className="relative -mx-5 flex touch-pan-y overflow-x-auto overflow-y-hidden [scrollbar-width:none]">
      {sections.map(({ title, fields }, index) => (
        <fieldset
          key={title}
          aria-labelledby={`${id}-${index}`}
          onFocus={() => onCurrent(index)}
          onKeyDown={(event) => onKeyDown(event, index)}
          className="flex w-full min-w-0 shrink-0 flex-col gap-4 px-5 pb-1"
        >
          <h2 id={`${id}-${index}`} className="text-2xl landscape-phone:text-xl">
            {title}
          </h2>
          <div className="flex flex-1 flex-col gap-4 landscape-phone:grid landscape-phone:grid-cols-2">{fields}</div>
          <div className="flex gap-3">
            {index > 0 && (
              <Button
                variant="outline"
                size="icon"
                aria-label={t`Previous questions`}
                className="size-14! shrink-0 justify-center"
                onClick={() => open(index - 1)}
              >
                <ArrowLeft aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />
              </Button>
            )}
            {index < sections.length - 1 ? (
              <Button size="lg" wide onClick={() => next(index)}>{t`Next`}</Button>
            ) : (
              submit
            )}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

/** Scrolls to the current section, at once when it mounts. */
function useShown(row: RefObject<HTMLDivElement | null>, current: number): void {
  const isMounted = useRef(false)
  useLayoutEffect(() => {
    const behavior = isMounted.current ? scrollBehavior() : 'auto'
    isMounted.current = true
    // not scrollIntoView, which would scroll the page too
    const section = row.current?.children[current]
    if (section instanceof HTMLElement) row.current?.scrollTo({ left: section.offsetLeft, behavior })
  }, [row, current])
}
