import { plural, t } from '@lingui/core/macro'
import type { FoundPlace } from '@zing/proto/places/place'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { kindText, wherePlaceIs } from '../../lib/text/place-text.ts'
import { Field } from '../inputs/field.tsx'
import { Input } from '../inputs/input.tsx'

export interface PlaceSearch {
  text: string
  setText: (text: string) => void
  places: readonly FoundPlace[]
  /** `found`: the places fit the text. */
  status: 'empty' | 'waiting' | 'found' | 'failed'
}

interface PlaceComboboxProps {
  label: string
  hint?: string
  error?: string | undefined
  search: PlaceSearch
  /** Moves the focus to the field, which has taken the place of a button. */
  hasFocus?: boolean
  onChosen: (place: FoundPlace) => void
}

/**
 * A field that lists places while the user types. The list is part of the page: it moves what follows it, covers nothing,
 * and stays when the focus leaves.
 */
export function PlaceCombobox({ label, hint, error, search, hasFocus = false, onChosen }: PlaceComboboxProps) {
  const { text, places, status, setText } = search
  const id = useId()
  const [marked, setMarked] = useState(0)
  const active = places[Math.min(marked, places.length - 1)]

  function onKeyDown(event: KeyboardEvent): void {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'ArrowDown') setMarked((marked + 1) % Math.max(1, places.length))
    else if (key === 'ArrowUp') setMarked((marked + places.length - 1) % Math.max(1, places.length))
    else if (key === 'Enter' && text) status === 'found' && active && onChosen(active)
    else if (key === 'Escape' && text) setText('')
    else return
    event.preventDefault()
    event.stopPropagation() // a form around it would go on, a dialog would close
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field label={label} error={error} {...(hint && { hint })}>
        {(control) => (
          <Input
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={places.length > 0}
            aria-controls={places.length > 0 ? id : undefined}
            aria-activedescendant={active && `${id}-${active.id}`}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            autoFocus={hasFocus}
            placeholder={t`Town, region or country`}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setMarked(0)
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {places.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={t`Places`}
          className="overflow-hidden rounded-(--radius-input) border border-line bg-surface"
        >
          {places.map((place) => (
            <Option key={place.id} id={`${id}-${place.id}`} isActive={place === active} onClick={() => onChosen(place)}>
              <span className="min-w-0 flex-1">
                <bdi className="block text-ui-start font-semibold [overflow-wrap:anywhere]">{place.name}</bdi>
                <bdi className="block text-ui-start text-sm [overflow-wrap:anywhere] text-ink-2 empty:hidden">
                  {wherePlaceIs(place)}
                </bdi>
              </span>
              <span className="shrink-0 text-sm text-ink-2">{kindText(place.kind)}</span>
            </Option>
          ))}
        </div>
      )}
      {places.length > 0 && <p className="text-end text-[13px] text-ink-2">{t`Places: GeoNames, CC BY 4.0`}</p>}
      <p role="status" className={places.length > 0 ? 'sr-only' : 'text-sm text-ink-2 empty:hidden'}>
        {statusText(status, places.length)}
      </p>
    </div>
  )
}

interface OptionProps {
  id: string
  isActive: boolean
  onClick: () => void
  children: ReactNode
}

function Option({ id, isActive, onClick, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()} // the focus stays in the field
      onClick={onClick}
      className={clsx(
        'flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 not-first:border-t not-first:border-line',
        isActive && 'bg-surface-2',
      )}
    >
      {children}
    </div>
  )
}

function statusText(status: PlaceSearch['status'], count: number): string {
  if (status === 'failed') return t`Places can't be searched right now. Please try again in a moment.`
  if (status !== 'found') return ''
  return count === 0
    ? t`No place with that name. Try the next bigger town, or a region.`
    : plural(count, { one: '# place found', other: '# places found' })
}
