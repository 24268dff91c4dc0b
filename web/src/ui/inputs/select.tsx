import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputStyle } from './field.tsx'

interface SelectProps extends ComponentProps<'select'> {
  options: readonly string[]
  /** Absent: the options are words that are shown with a capital letter. */
  textOf?: (option: string) => string
}

/** Native select: a wheel on a phone, a list with type-ahead on a desktop. */
export function Select({ options, textOf, ...props }: SelectProps) {
  return (
    <div className="relative">
      <select
        dir="auto"
        {...props}
        className={clsx(
          inputStyle,
          'appearance-none pr-12 has-[option[value=""]:checked]:text-ink-2',
          !textOf && 'capitalize',
        )}
      >
        <option value="" disabled hidden>
          Select
        </option>
        {options.map((option) => (
          <option key={option} value={option} className="bg-surface text-ink">
            {textOf ? textOf(option) : option}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-2"
        strokeWidth={1.75}
      />
    </div>
  )
}
