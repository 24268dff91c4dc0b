import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { loginPassword, password } from '@zing/proto/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { useChangePassword } from '../../../queries/session/account.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { PasswordInput } from '../../../ui/inputs/input.tsx'
import { PasswordDialog } from '../password-dialog.tsx'
import { OtherWaysChoice, useOtherWays } from './other-ways-choice.tsx'

const Form = z.object({ currentPassword: loginPassword, newPassword: password, removesOtherWays: z.boolean() })

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync, isPending } = useChangePassword()
  const form = useForm({
    resolver: standardSchemaResolver(Form),
    defaultValues: { currentPassword: '', newPassword: '', removesOtherWays: true },
  })
  const { errors } = form.formState
  const ways = useOtherWays()

  const submit = useSingleFlight(({ removesOtherWays, ...passwords }: z.output<typeof Form>) =>
    mutateAsync({ ...passwords, ...(!removesOtherWays && { keepOtherWays: true }) }).then(
      () => {
        const isRemoved = removesOtherWays && ways.label !== null
        toast(
          t`Password changed`,
          isRemoved
            ? t`You're logged out on your other devices. Your passkeys and recovery codes are removed.`
            : t`You're logged out on your other devices.`,
        )
        onClose()
      },
      (error: Error) => {
        const { message } = error
        if (hasCode(error, 'WRONG_PASSWORD')) form.setError('currentPassword', { message }, { shouldFocus: true })
        else if (hasCode(error, 'COMMON_PASSWORD')) form.setError('newPassword', { message }, { shouldFocus: true })
        else toastError(t`Couldn't change your password`, message)
      },
    ),
  )

  return (
    <PasswordDialog
      title={t`Change password`}
      hint={t`This logs you out on all your other devices.`}
      action={t`Change password`}
      isPending={isPending}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <Field label={t`Current password`} error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register('currentPassword')} autoComplete="current-password" />
        )}
      </Field>
      <Field label={t`New password`} error={errors.newPassword?.message}>
        {(control) => <PasswordInput {...control} {...form.register('newPassword')} autoComplete="new-password" />}
      </Field>
      <OtherWaysChoice ways={ways} {...form.register('removesOtherWays')} />
    </PasswordDialog>
  )
}
