import { zodResolver } from '@hookform/resolvers/zod'
import { loginPassword } from '@zing/proto/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { hasCode } from '../../lib/call.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { useConfirmPassword } from '../../queries/account.ts'
import { useUser } from '../../queries/user-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/input.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../ui/modal.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { UsernameForPasswordManager } from './username-for-password-manager.tsx'

const Form = z.object({ password: loginPassword })

export function ConfirmDialog({ onClose, onConfirmed }: { onClose: () => void; onConfirmed: () => void }) {
  const { username } = useUser()
  const { mutateAsync, isPending } = useConfirmPassword()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { password: '' } })
  const { errors } = form.formState

  const submit = useSingleFlight(({ password }: z.output<typeof Form>) =>
    mutateAsync(password).then(onConfirmed, (error: Error) => {
      const { message } = error
      if (hasCode(error, 'WRONG_PASSWORD')) form.setError('password', { message }, { shouldFocus: true })
      else toastError('The password was not checked', message)
    }),
  )

  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">Confirm that it is you</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">Enter your password to go on.</ModalHint>
      <form onSubmit={form.handleSubmit(submit)} noValidate className="mt-5 flex flex-col gap-4">
        <UsernameForPasswordManager username={username} />
        <Field label="Password" error={errors.password?.message}>
          {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
        </Field>
        <div className="mt-2 flex flex-col gap-2">
          <Button type="submit" wide disabled={isPending}>
            {isPending && <Spinner />}
            Continue
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
