import { t } from '@lingui/core/macro'
import type { FoundPlace } from '@zing/proto/places/place'
import { MapPin, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { kindText, wherePlaceIs } from '../../lib/text/place-text.ts'
import { FieldError } from '../inputs/field.tsx'
import { PlaceCombobox, type PlaceSearch } from './place-combobox.tsx'

interface PlaceFieldProps {
  label: string
  hint: string
  error?: string | undefined
  search: PlaceSearch
  value: FoundPlace | null
  onChange: (place: FoundPlace | null) => void
}

/** One place, or none: the chosen one with a button that takes it away, else the field that finds one. */
export function PlaceField({ label, hint, error, search, value, onChange }: PlaceFieldProps) {
  const id = useId()
  const remove = useRef<HTMLButtonElement>(null)
  const [hasChanged, setChanged] = useState(false)

  useEffect(() => {
    if (hasChanged && value) remove.current?.focus()
  }, [hasChanged, value])

  function change(place: FoundPlace | null): void {
    setChanged(true)
    search.setText('')
    onChange(place)
  }

  if (!value)
    return (
      <PlaceCombobox label={label} hint={hint} error={error} search={search} hasFocus={hasChanged} onChosen={change} />
    )
  const { name } = value
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex min-h-12 items-center gap-3 rounded-(--radius-input) border border-line bg-surface ps-4 pe-1">
        <MapPin aria-hidden className="size-5 shrink-0 text-zing" strokeWidth={1.75} />
        <span className="min-w-0 flex-1 py-2">
          <bdi className="block text-ui-start font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          <span className="block text-sm text-ink-2">
            {[kindText(value.kind), wherePlaceIs(value)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <button
          ref={remove}
          type="button"
          aria-label={t`Choose another place than ${name}`}
          title={t`Choose another place`}
          onClick={() => change(null)}
          className="grid size-11 shrink-0 place-items-center rounded-full text-ink-2"
        >
          <X aria-hidden className="size-5" strokeWidth={1.75} />
        </button>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
