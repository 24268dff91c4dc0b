import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface UsernameFieldProps {
  error: string | undefined
  /** Called when the field is rendered: a form moves the focus to its first wrong field in the order of these calls. */
  register: () => UseFormRegisterReturn
  /** Of another user, which no password manager should fill in. */
  isForeign?: boolean
}

export function UsernameField({ error, register, isForeign = false }: UsernameFieldProps) {
  return (
    <Field label="Username" error={error}>
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
