import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  error?: string | undefined
  /** Receives the attributes that link the control to its label and its error. */
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

export function Field({ label, error, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': error ? errorId : undefined })}
      <p id={errorId} aria-live="assertive" className="flex items-center gap-1 text-sm text-bad empty:hidden">
        {error && (
          <>
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            {error}
          </>
        )}
      </p>
    </div>
  )
}

export const inputStyle =
  'min-h-12 w-full rounded-(--radius-input) border border-line bg-surface px-4 text-ink placeholder:text-ink-2 aria-invalid:border-bad'
