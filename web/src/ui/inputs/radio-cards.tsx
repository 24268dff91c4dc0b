import { useId } from 'react'
import { FieldError } from './field.tsx'

interface RadioCardsProps {
  legend: string
  /** Hidden where a heading says the same. */
  isLegendHidden?: boolean
  options: readonly { value: string; label: string; hint?: string }[]
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** One choice of a few that each need a sentence. */
export function RadioCards({ legend, isLegendHidden = false, options, value, error, onChange }: RadioCardsProps) {
  const id = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className={isLegendHidden ? 'sr-only' : 'mb-1.5 text-sm font-semibold'}>{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 items-start gap-3 rounded-(--radius-input) border border-line bg-surface p-3 has-checked:border-zing has-checked:outline has-checked:outline-zing"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              aria-labelledby={`${id}-${option.value}-label`}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-5 shrink-0 accent-zing"
            />
            <span className="min-w-0 flex-1">
              <span id={`${id}-${option.value}-label`} className="block font-semibold">
                {option.label}
              </span>
              {option.hint && (
                <span id={`${id}-${option.value}`} className="block text-sm text-ink-2">
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
