import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { classNames } from '../lib/class-names.ts'
import { inputStyle } from './field.tsx'

interface SelectProps {
  options: readonly string[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  id: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

export function Select({ options, value, onChange, onBlur, ...control }: SelectProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.Trigger
        {...control}
        onBlur={onBlur}
        className={classNames(inputStyle, 'flex items-center justify-between capitalize data-placeholder:text-ink-2')}
      >
        <Radix.Value placeholder="Select" />
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-5 text-ink-2" strokeWidth={1.75} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          className="z-50 max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) overflow-hidden rounded-(--radius-input) border border-line bg-surface text-ink shadow-float"
        >
          <Radix.Viewport className="p-1.5">
            {options.map((option) => (
              <Radix.Item
                key={option}
                value={option}
                className="flex min-h-11 items-center justify-between rounded-[10px] px-3 capitalize outline-hidden select-none data-highlighted:bg-surface-2"
              >
                <Radix.ItemText>{option}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check aria-hidden className="size-5 text-zing" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
