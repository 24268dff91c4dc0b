import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { loginPassword } from '@zing/proto/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { canUsePasskeys } from '../../lib/device/passkeys.ts'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { passkeysQuery, useConfirmPassword, useConfirmWithPasskey } from '../../queries/session/account.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const Form = z.object({ password: loginPassword })

export function ConfirmDialog({ onClose, onConfirmed }: { onClose: () => void; onConfirmed: () => void }) {
  const { mutateAsync, isPending } = useConfirmPassword()
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { password: '' } })
  const { data: passkeys = [] } = useQuery({ ...passkeysQuery, enabled: canUsePasskeys() })
  const { errors } = form.formState

  const submit = useSingleFlight(({ password }: z.output<typeof Form>) =>
    mutateAsync(password).then(onConfirmed, (error: Error) => {
      const { message } = error
      if (hasCode(error, 'WRONG_PASSWORD')) form.setError('password', { message }, { shouldFocus: true })
      else toastError(t`Couldn't check your password`, message)
    }),
  )

  return (
    <PasswordDialog
      title={t`Confirm it's you`}
      hint={t`Enter your password to continue.`}
      action={t`Continue`}
      isPending={isPending}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <Field label={t`Password`} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      {canUsePasskeys() && passkeys.length > 0 && <PasskeyButton onConfirmed={onConfirmed} />}
    </PasswordDialog>
  )
}

function PasskeyButton({ onConfirmed }: { onConfirmed: () => void }) {
  const { mutateAsync, isPending } = useConfirmWithPasskey()
  const confirm = useSingleFlight(() =>
    mutateAsync().then(
      (isConfirmed) => isConfirmed && onConfirmed(),
      (error: Error) => toastError(t`Couldn't check your passkey`, error.message),
    ),
  )
  return (
    <Button variant="outline" wide disabled={isPending} onClick={confirm}>
      {isPending && <Spinner />}
      {t`Use a passkey instead`}
    </Button>
  )
}
