import { useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { useConfirmPassword, useCreateRecoveryCodes } from '../../queries/session/account.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

/** Offers recovery codes to a user who has just signed up, with the password that they have typed there. */
export function RecoveryOffer({ password, onClose }: { password: string; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const confirm = useConfirmPassword()
  const { mutateAsync, isPending } = useCreateRecoveryCodes()
  const isBusy = confirm.isPending || isPending

  const create = useSingleFlight(async () => {
    try {
      await confirm.mutateAsync(password)
      setCodes((await mutateAsync()).codes)
    } catch (error) {
      if (error instanceof Error) toastError("Couldn't create your codes", error.message)
    }
  })

  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">Keep a way back in</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">
        If you forget your password, a recovery code is your only way back in. You can also create codes later, in
        Account.
      </ModalHint>
      <DialogActions
        action="Create recovery codes"
        cancel="Not now"
        className="mt-5"
        isPending={isBusy}
        onAction={create}
      />
    </Modal>
  )
}
