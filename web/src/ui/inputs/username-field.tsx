import { t } from '@lingui/core/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface UsernameFieldProps {
  hint?: string
  error?: string | undefined
  /** Called when the field renders: a form focuses its first wrong field in the order of these calls. */
  register: () => UseFormRegisterReturn
  /** True for another user's name, which no password manager should fill in. */
  isForeign?: boolean
}

export function UsernameField({ register, isForeign = false, ...described }: UsernameFieldProps) {
  return (
    <Field label={t`Username`} {...described}>
      {(control) => (
        <Input
          {...control}
          {...register()}
          autoComplete={isForeign ? 'off' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
