import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { sayRule } from '../../lib/language/say.ts'

interface FieldProps {
  label: string
  /** Part of the control's description for screen readers. */
  hint?: string
  error?: string | undefined
  /** Receives the attributes that link the control to its label, its hint and its error. */
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined })}
      {hint && (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  )
}

/** Error below a control or a group of them, announced when it appears. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} aria-live="assertive" className="flex items-center gap-1 text-sm text-bad empty:hidden">
      {error && (
        <>
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {sayRule(error)}
        </>
      )}
    </p>
  )
}

export const inputStyle =
  'min-h-12 w-full rounded-(--radius-input) border border-line bg-surface px-4 text-ink placeholder:text-ink-2 aria-invalid:border-bad'
