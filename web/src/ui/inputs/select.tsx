import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputStyle } from './field.tsx'

interface SelectProps extends ComponentProps<'select'> {
  options: readonly string[]
  /** Absent: the options are the words. */
  textOf?: (option: string) => string
  /** Shows words with a capital letter. */
  isCapitalized?: boolean
}

/** Native select: a wheel on a phone, a list with type-ahead on a desktop. */
export function Select({ options, textOf, isCapitalized = false, ...props }: SelectProps) {
  return (
    <div className="relative">
      <select
        dir="auto"
        {...props}
        className={clsx(
          inputStyle,
          'appearance-none truncate pad-ui-end has-[option[value=""]:checked]:text-ink-2',
          isCapitalized && 'english-capitals',
        )}
      >
        <option value="" disabled hidden>{t`Select`}</option>
        {options.map((option) => (
          <option key={option} value={option} className="bg-surface text-ink">
            {textOf ? textOf(option) : option}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-4 size-5 -translate-y-1/2 text-ink-2"
        strokeWidth={1.75}
      />
    </div>
  )
}
