import { type ComponentProps, useId } from 'react'
import { FieldError } from './field.tsx'

interface RadioListProps<Value extends string> {
  legend: string
  options: readonly Value[]
  textOf: (value: Value) => string
  error?: string | undefined
  /** Attributes of every radio button, for example from react-hook-form. */
  radio: ComponentProps<'input'>
}

/** One choice of a few, all in sight; the arrow keys move between them. */
export function RadioList<Value extends string>({ legend, options, textOf, error, radio }: RadioListProps<Value>) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={Boolean(error)}
      aria-describedby={error ? errorId : undefined}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <p id={id} className="text-sm font-semibold">
        {legend}
      </p>
      <div className="divide-y divide-line overflow-hidden rounded-(--radius-input) border border-line bg-surface">
        {options.map((value) => (
          <label key={value} className="flex min-h-11 items-center gap-3 px-4 py-2 has-checked:bg-surface-2">
            <input {...radio} type="radio" value={value} className="size-5 shrink-0 accent-zing" />
            {textOf(value)}
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </div>
  )
}
