import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Message } from '@zing/proto/messages'
import { useDeleteMessage } from '../../../queries/chat/media/delete-message.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'

interface DeleteDialogProps {
  message: Message
  partnerName: string
  onClose: () => void
}

export function DeleteDialog({ message, partnerName, onClose }: DeleteDialogProps) {
  const { mutate, isPending } = useDeleteMessage(message.receiverId)
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{t`Delete the message?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          It is deleted for you and for <bdi>{partnerName}</bdi>, who sees that there was a message.
        </Trans>
      </ModalHint>
      <DialogActions
        action={t`Delete`}
        isDanger
        isPending={isPending}
        onAction={() => mutate(message.id, { onSettled: onClose })}
      />
    </Modal>
  )
}
