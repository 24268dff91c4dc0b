import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'

interface ConfirmDecisionProps {
  title: string
  /** Name of the user whom the decision is about. */
  name: string
  /** Why, in words. */
  reason: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDecision({ title, name, reason, isPending, onConfirm, onClose }: ConfirmDecisionProps) {
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{title}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          Reason: {reason}. <bdi>{name}</bdi> is logged out right away and can't log back in. Only an admin can undo
          this.
        </Trans>
      </ModalHint>
      <DialogActions action={t`Yes, do it`} isDanger isPending={isPending} onAction={onConfirm} />
    </Modal>
  )
}
