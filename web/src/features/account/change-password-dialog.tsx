import { zodResolver } from '@hookform/resolvers/zod'
import { loginPassword, password } from '@zing/proto/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { hasCode } from '../../lib/call.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { useChangePassword } from '../../queries/account.ts'
import { useUser } from '../../queries/user-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/input.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../ui/modal.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'
import { UsernameForPasswordManager } from './username-for-password-manager.tsx'

const Form = z.object({ currentPassword: loginPassword, newPassword: password })

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { username } = useUser()
  const { mutateAsync, isPending } = useChangePassword()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { currentPassword: '', newPassword: '' } })
  const { errors } = form.formState

  const submit = useSingleFlight((passwords: z.output<typeof Form>) =>
    mutateAsync(passwords).then(
      () => {
        toast('Password changed', 'Your other devices have been signed out.')
        onClose()
      },
      (error: Error) => {
        const { message } = error
        if (hasCode(error, 'WRONG_PASSWORD')) form.setError('currentPassword', { message }, { shouldFocus: true })
        else if (hasCode(error, 'COMMON_PASSWORD')) form.setError('newPassword', { message }, { shouldFocus: true })
        else toastError('The password was not changed', message)
      },
    ),
  )

  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">Change password</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">This signs out all your other devices.</ModalHint>
      <form onSubmit={form.handleSubmit(submit)} noValidate className="mt-5 flex flex-col gap-4">
        <UsernameForPasswordManager username={username} />
        <Field label="Current password" error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('currentPassword')} autoComplete="current-password" />
          )}
        </Field>
        <Field label="New password" error={errors.newPassword?.message}>
          {(control) => <PasswordInput {...control} {...form.register('newPassword')} autoComplete="new-password" />}
        </Field>
        <div className="mt-2 flex flex-col gap-2">
          <Button type="submit" wide disabled={isPending}>
            {isPending && <Spinner />}
            Change password
          </Button>
          <ModalClose asChild>
            <Button variant="ghost" wide disabled={isPending}>
              Cancel
            </Button>
          </ModalClose>
        </div>
      </form>
    </Modal>
  )
}
