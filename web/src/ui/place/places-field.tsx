import { t } from '@lingui/core/macro'
import type { NamedPlace } from '@zing/proto/places/place'
import { X } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '../inputs/field.tsx'
import { PlaceCombobox, type PlaceSearch } from './place-combobox.tsx'

interface PlacesFieldProps {
  label: string
  hint: string
  error?: string | undefined
  search: PlaceSearch
  values: readonly NamedPlace[]
  max: number
  onChange: (places: NamedPlace[]) => void
}

/** Several places: the chosen ones as chips with a button to remove them, and the field that finds more. */
export function PlacesField({ label, hint, error, search, values, max, onChange }: PlacesFieldProps) {
  const id = useId()

  function add({ id: placeId, name, kind }: NamedPlace): void {
    search.setText('')
    if (!values.some((one) => one.id === placeId)) onChange([...values, { id: placeId, name, kind }])
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      {values.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {values.map(({ id: placeId, name }) => (
            <li key={placeId} className="inline-flex max-w-full items-center rounded-full bg-zing ps-4 text-on-zing">
              <bdi className="truncate font-semibold">{name}</bdi>
              <button
                type="button"
                aria-label={t`Remove ${name}`}
                onClick={() => onChange(values.filter((one) => one.id !== placeId))}
                className="grid size-11 shrink-0 place-items-center rounded-full"
              >
                <X aria-hidden className="size-4" strokeWidth={2} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {values.length < max ? (
        <PlaceCombobox label={label} hint={hint} error={error} search={search} onChosen={add} />
      ) : (
        <FieldError id={`${id}-error`} error={error} />
      )}
    </div>
  )
}
