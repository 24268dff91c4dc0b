import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import type { PasskeyCreationOptions } from '@zing/proto/accounts/passkeys'
import { passkeyName } from '@zing/proto/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { useAddPasskey } from '../../../queries/session/account.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

const Form = z.object({ name: passkeyName })

interface AddPasskeyDialogProps {
  options: PasskeyCreationOptions
  onClose: () => void
}

/** Asks for a name and opens the browser's dialog at once, as browsers ask for a tap just before. */
export function AddPasskeyDialog({ options, onClose }: AddPasskeyDialogProps) {
  const { mutateAsync, isPending } = useAddPasskey()
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { name: t`My passkey` } })

  const submit = useSingleFlight(({ name }: z.output<typeof Form>) =>
    mutateAsync({ name, options }).then(
      (passkey) => {
        if (!passkey) return
        toast(t`Passkey added`, t`You can log in with it from now on.`)
        onClose()
      },
      (error: Error) => {
        toastError(t`Couldn't add a passkey`, error.message)
        onClose() // the challenge is used up
      },
    ),
  )

  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">{t`Add a passkey`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`Name it after where it's kept: your phone, your laptop or your password manager.`}</ModalHint>
      <form onSubmit={form.handleSubmit(submit)} noValidate className="mt-5 flex flex-col gap-4">
        <Field label={t`Name`} error={form.formState.errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <DialogActions action={t`Create passkey`} className="mt-2" isPending={isPending} />
      </form>
    </Modal>
  )
}
