import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface UsernameFieldProps {
  error: string | undefined
  input: UseFormRegisterReturn
  /** Of another user, which no password manager should fill in. */
  isForeign?: boolean
}

export function UsernameField({ error, input, isForeign = false }: UsernameFieldProps) {
  return (
    <Field label="Username" error={error}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete={isForeign ? 'off' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
