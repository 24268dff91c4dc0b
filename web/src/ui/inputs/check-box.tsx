import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckBoxProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
}

/** Checkbox that can be tapped on its label too. */
export function CheckBox({ label, hint, ...input }: CheckBoxProps) {
  const hintId = useId()
  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...input}
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className="mt-0.5 size-5 shrink-0 accent-zing"
        />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="-mt-1.5 ps-8 pb-2 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
