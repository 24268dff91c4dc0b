import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { recoveryCode } from '@zing/proto/accounts/recovery-codes'
import { loginUsername, password } from '@zing/proto/fields'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { hasCode, isSignedOut, suspensionOf } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { useRecoverAccount } from '../../queries/session/user.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input, PasswordInput } from '../../ui/inputs/input.tsx'
import { UsernameField } from '../../ui/inputs/username-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const Form = z.object({ username: loginUsername, code: recoveryCode, newPassword: password })

interface RecoverFormProps {
  onBack: () => void
  onSuspended: (suspension: Suspension) => void
}

/** Sets a new password by a recovery code, which signs in. */
export function RecoverForm({ onBack, onSuspended }: RecoverFormProps) {
  const recover = useRecoverAccount()
  const form = useForm({
    resolver: standardSchemaResolver(Form),
    defaultValues: { username: '', code: '', newPassword: '' },
  })
  const { errors } = form.formState

  const submit = useSingleFlight((values: z.output<typeof Form>) =>
    // not with mutate's callbacks, which would not run: this screen unmounts first
    recover.mutateAsync(values).then(
      ({ name }) =>
        toast(
          t`Password changed`,
          t`Welcome back, ${name}! You're logged out on your other devices, and your passkeys are removed.`,
        ),
      (error: Error) => {
        const { message } = error
        const suspension = suspensionOf(error)
        if (suspension) onSuspended(suspension)
        else if (isSignedOut(error)) form.setError('code', { message }, { shouldFocus: true })
        else if (hasCode(error, 'COMMON_PASSWORD')) form.setError('newPassword', { message }, { shouldFocus: true })
        else toastError(t`Couldn't change your password`, message)
      },
    ),
  )

  return (
    <form
      onSubmit={form.handleSubmit(submit)}
      noValidate
      className="flex flex-col gap-4 landscape-phone:grid landscape-phone:grid-cols-2 landscape-phone:gap-y-2"
    >
      <div className="landscape-phone:col-span-2">
        <h2 className="text-xl">{t`Set a new password`}</h2>
        <p className="mt-1 text-ink-2">{t`Use one of the recovery codes you created in Account. Without a code, your password can't be reset.`}</p>
      </div>
      <UsernameField error={errors.username?.message} register={() => form.register('username')} />
      <Field label={t`Recovery code`} error={errors.code?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={t`XXXX-XXXX-XXXX-XXXX`}
            className="font-mono"
          />
        )}
      </Field>
      <Field label={t`New password`} error={errors.newPassword?.message}>
        {(control) => <PasswordInput {...control} {...form.register('newPassword')} autoComplete="new-password" />}
      </Field>
      <Button
        type="submit"
        size="lg"
        wide
        disabled={recover.isPending}
        className="mt-2 landscape-phone:mt-0 landscape-phone:min-h-12 landscape-phone:self-end"
      >
        {recover.isPending && <Spinner />}
        {t`Set new password`}
      </Button>
      <Button
        variant="ghost"
        wide
        disabled={recover.isPending}
        className="landscape-phone:col-span-2"
        onClick={onBack}
      >{t`Back to login`}</Button>
    </form>
  )
}
