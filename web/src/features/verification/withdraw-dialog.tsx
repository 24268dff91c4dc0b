import { t } from '@lingui/core/macro'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { useWithdrawVerification } from '../../queries/verification.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

export function WithdrawDialog({ isVerified, onClose }: { isVerified: boolean; onClose: () => void }) {
  const { mutateAsync, isPending } = useWithdrawVerification()
  const withdraw = useSingleFlight(() =>
    mutateAsync().then(
      () => {
        announce(t`Withdrawn`, t`Everything from your verification is deleted.`)
        onClose()
      },
      (error: Error) => toastError(t`Couldn't withdraw`, error.message),
    ),
  )
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{t`Withdraw your consent?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">
        {isVerified
          ? t`Your badge goes, and everything that came from your pictures is deleted.`
          : t`Your pictures and everything that came from them are deleted.`}
      </ModalHint>
      <DialogActions
        action={t({ message: 'Withdraw', context: 'a consent' })}
        isPending={isPending}
        isDanger
        onAction={withdraw}
      />
    </Modal>
  )
}
