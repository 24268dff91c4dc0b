import { t } from '@lingui/core/macro'
import { ADMIN_PIN_LENGTH } from '@zing/proto/limits'
import type { ComponentProps } from 'react'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

interface PinFieldProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  pin: string
  onPin: (pin: string) => void
}

export function PinField({ pin, onPin, ...props }: PinFieldProps) {
  return (
    <Field label={t`PIN`}>
      {(control) => (
        <Input
          {...control}
          {...props}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={({ target }) => onPin(target.value.slice(0, ADMIN_PIN_LENGTH))}
          className="text-center text-2xl tracking-[0.5em]"
        />
      )}
    </Field>
  )
}
