import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckBoxProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
}

/** Checkbox whose whole row can be tapped. */
export function CheckBox({ label, hint, ...input }: CheckBoxProps) {
  const hintId = useId()
  return (
    <label className="flex min-h-11 items-start gap-3 py-2.5">
      <input
        {...input}
        type="checkbox"
        aria-describedby={hint ? hintId : undefined}
        className="mt-0.5 size-5 shrink-0 accent-zing"
      />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {label}
        {hint && (
          <span id={hintId} className="block text-sm text-ink-2">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
