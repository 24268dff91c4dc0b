import { clsx } from 'clsx'
import { useId } from 'react'

interface SwitchRowProps {
  text: string
  isOn: boolean
  isBusy?: boolean
  onToggle: () => void
}

/** A row with a setting that is on or off. */
export function SwitchRow({ text, isOn, isBusy = false, onToggle }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex min-h-14 items-center gap-3 px-4 py-2">
      <span id={id} className="flex-1 font-semibold">
        {text}
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-busy={isBusy}
        onClick={onToggle}
        className="grid min-h-11 min-w-14 place-items-center rounded-full aria-busy:opacity-50"
      >
        <span className={clsx('w-13 rounded-full border-2 p-0.5', isOn ? 'border-zing bg-zing' : 'border-ink-2')}>
          <span
            className={clsx(
              'block size-5 rounded-full transition-transform',
              isOn ? 'translate-x-6 rtl:-translate-x-6 bg-on-zing' : 'bg-ink-2',
            )}
          />
        </span>
      </button>
    </div>
  )
}
