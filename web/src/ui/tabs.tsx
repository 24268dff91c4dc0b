import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { alongText } from '../lib/input/along-text.ts'

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  listClassName?: string
  /** Narrow and quiet tabs, for a row with a heading. */
  isSmall?: boolean
  /** Puts the list of tabs into its place. */
  frame?: (list: ReactNode) => ReactNode
  panelClassName?: string
  panelRef?: Ref<HTMLDivElement>
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** The chosen tab swaps the colours of text and page, which stands out in both themes. */
const TAB = 'min-h-11 rounded-[10px] aria-selected:bg-ink aria-selected:text-bg'
const SMALL_TAB =
  'relative min-h-11 px-2 aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:bottom-2 aria-selected:after:h-0.5 aria-selected:after:rounded-full aria-selected:after:bg-zing'

/** Tabs of one panel. The arrow keys, Home and End choose among them; Tab leads from the chosen one to its panel. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  listClassName,
  isSmall = false,
  frame = (list) => list,
  panelClassName,
  panelRef,
  children,
}: TabsProps<Value>) {
  const id = useId()

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = indexFor(event.key, index, tabs.length)
    const tab = tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  const list = (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={clsx(
        isSmall ? 'flex' : 'grid auto-cols-fr grid-flow-col gap-1 rounded-(--radius-input) bg-surface-2 p-1',
        listClassName,
      )}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${id}-panel` : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={clsx('text-sm font-semibold text-ink-2', isSmall ? SMALL_TAB : TAB)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
  return (
    <>
      {frame(list)}
      <div
        ref={panelRef}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls scrolls by the keys
        tabIndex={0}
        className={clsx('outline-hidden', panelClassName)}
      >
        {children}
      </div>
    </>
  )
}

function indexFor(pressed: string, index: number, count: number): number {
  const key = alongText(pressed)
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}
