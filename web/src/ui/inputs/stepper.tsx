import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { Input } from './input.tsx'

const KEYS: Partial<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

interface StepperProps extends ComponentProps<'input'> {
  /** Names of the two buttons for screen readers. */
  less: string
  more: string
  onStep: (by: 1 | -1) => void
}

/** Whole number that is typed, or changed by two buttons and the arrow keys. */
export function Stepper({ less, more, onStep, ...input }: StepperProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const by = KEYS[event.key]
    if (!by) return
    event.preventDefault()
    onStep(by)
  }

  return (
    <div className="relative">
      <Input {...input} inputMode="numeric" autoComplete="off" onKeyDown={onKeyDown} className="px-14 text-center" />
      <StepButton label={less} className="start-0" onClick={() => onStep(-1)}>
        <Minus aria-hidden className="size-5" strokeWidth={1.75} />
      </StepButton>
      <StepButton label={more} className="end-0" onClick={() => onStep(1)}>
        <Plus aria-hidden className="size-5" strokeWidth={1.75} />
      </StepButton>
    </div>
  )
}

/** Not on the way of the Tab key, as the arrow keys do the same in the input. */
function StepButton({ label, className, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...props}
      type="button"
      tabIndex={-1}
      aria-label={label}
      className={`absolute inset-y-0 grid w-12 place-items-center rounded-(--radius-input) text-zing active:bg-surface-2 ${className}`}
    />
  )
}
