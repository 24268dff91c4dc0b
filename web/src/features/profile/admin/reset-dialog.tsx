import { msg, t } from '@lingui/core/macro'
import { ADMIN_PIN_LENGTH } from '@zing/proto/limits'
import { type FormEvent, useState } from 'react'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { useResetAll } from '../../../queries/moderation/admin.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { PinField } from './pin-field.tsx'

const FAILED = msg`Failed to reset app data`

/** Deletes all data, including the account of the admin. The PIN is asked for again: no sequence of taps leads here. */
export function ResetDialog({ onClose }: { onClose: () => void }) {
  const [pin, setPin] = useState('')
  const { mutateAsync, isPending } = useResetAll()

  const reset = useSingleFlight(() =>
    // not with mutate's callbacks, which would not run: the session ends with the data, and this dialog with it
    mutateAsync(pin).then(
      ({ success, message }) => {
        if (success) {
          toast(t`Reset successful`, message)
          return onClose()
        }
        toastError(t`Reset failed`, message || t(FAILED))
        setPin('')
      },
      (error: Error) => toastError(t`Reset failed`, error.message || t(FAILED)),
    ),
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    void reset()
  }

  return (
    <Modal role="alertdialog" isSticky onClose={onClose}>
      <form onSubmit={submit}>
        <ModalTitle className="text-xl">{t`Reset app data`}</ModalTitle>
        <ModalHint className="mt-2 mb-4 text-ink-2">{t`This permanently deletes all users, matches, likes and messages. It cannot be undone. Enter the PIN again to continue.`}</ModalHint>
        <PinField pin={pin} onPin={setPin} />
        <DialogActions
          action={isPending ? t`Resetting...` : t`Reset everything`}
          isDanger
          isPending={isPending}
          isDisabled={pin.length !== ADMIN_PIN_LENGTH}
        />
      </form>
    </Modal>
  )
}
