import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

interface CheckChipsProps<Value extends string> {
  legend: string
  options: readonly Value[]
  textOf: (value: Value) => ReactNode
  /** One choice only: the chips are radio buttons. */
  isSingle?: boolean
  /** True for an option that cannot be chosen now. */
  isOff?: (value: Value) => boolean
  error?: string | undefined
  hint?: string | undefined
  /** Attributes of every checkbox, for example from react-hook-form. */
  box: ComponentProps<'input'>
}

/** Several choices of many, or one, as chips. */
export function CheckChips<Value extends string>({
  legend,
  options,
  textOf,
  isSingle = false,
  isOff,
  error,
  hint,
  box,
}: CheckChipsProps<Value>) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((value) => {
          const isDisabled = isOff?.(value) ?? false
          return (
            <label
              key={value}
              className={clsx(
                'relative inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-surface px-4',
                'has-checked:border-zing has-checked:bg-zing has-checked:text-on-zing has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-zing',
                isDisabled && 'opacity-50',
              )}
            >
              <input
                {...box}
                type={isSingle ? 'radio' : 'checkbox'}
                value={value}
                disabled={isDisabled}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {textOf(value)}
            </label>
          )
        })}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
