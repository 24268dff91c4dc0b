import type { PublicProfile } from '@zing/proto/users'
import { plainNameOf } from '../../lib/demo-name.ts'
import { useBlock } from '../../realtime/use-block.ts'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/modal.tsx'

interface BlockDialogProps {
  partner: PublicProfile
  onClose: () => void
}

export function BlockDialog({ partner, onClose }: BlockDialogProps) {
  const { block, isPending } = useBlock(partner.id)
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">Unmatch & Block User</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        Your match with <bdi>{plainNameOf(partner.name)}</bdi> is removed. You no longer see each other, and you cannot
        message each other again.
      </ModalHint>
      <DialogActions action="Unmatch & Block" isDanger isPending={isPending} onAction={() => block().then(onClose)} />
    </Modal>
  )
}
