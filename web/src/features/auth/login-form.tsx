import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { loginUsername, password } from '@zing/proto/fields'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { canUsePasskeys, isAtIpAddress } from '../../lib/device/passkeys.ts'
import { isSignedOut, suspensionOf } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { useLogin } from '../../queries/session/user.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/input.tsx'
import { UsernameField } from '../../ui/inputs/username-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PasskeyLogin } from './passkey-login.tsx'

// The login uses the password rule of registration (docs/specification.md section 5).
const Form = z.object({ username: loginUsername, password })

interface LoginFormProps {
  onForgot: () => void
  onSuspended: (suspension: Suspension) => void
}

export function LoginForm({ onForgot, onSuspended }: LoginFormProps) {
  const login = useLogin()
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { username: '', password: '' } })
  const { errors } = form.formState

  const submit = useSingleFlight((values: z.output<typeof Form>) =>
    // not with mutate's callbacks, which would not run: this screen unmounts first
    login.mutateAsync(values).then(
      ({ name }) => toast(t`Login successful`, t`Welcome back, ${name}!`),
      (error: Error) => {
        const suspension = suspensionOf(error)
        if (suspension) onSuspended(suspension)
        else {
          toastError(t`Login failed`, error.message)
          if (isSignedOut(error)) form.setError('password', { message: error.message })
        }
      },
    ),
  )

  return (
    <form
      onSubmit={form.handleSubmit(submit)}
      noValidate
      className="flex flex-col gap-4 landscape-phone:grid landscape-phone:grid-cols-2 landscape-phone:gap-y-2"
    >
      <UsernameField error={errors.username?.message} register={() => form.register('username')} />
      <Field label={t`Password`} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" size="lg" wide disabled={login.isPending} className="mt-2 landscape-phone:mt-0">
        {login.isPending && <Spinner />}
        {t`Log In`}
      </Button>
      {(canUsePasskeys() || isAtIpAddress()) && <PasskeyLogin onSuspended={onSuspended} />}
      <Button
        variant="link"
        size="sm"
        className="self-center landscape-phone:col-span-2 landscape-phone:justify-self-center"
        onClick={onForgot}
      >{t`Forgot password?`}</Button>
    </form>
  )
}
