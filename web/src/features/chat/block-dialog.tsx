import type { PublicProfile } from '@zing/proto/users'
import { useBlock } from '../../realtime/use-block.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../ui/modal.tsx'
import { Spinner } from '../../ui/spinner.tsx'

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
        Your match with <bdi>{partner.name}</bdi> is removed. You no longer see each other, and you cannot message each
        other again.
      </ModalHint>
      <div className="mt-6 flex flex-col gap-2">
        <Button variant="destructive" wide disabled={isPending} onClick={() => block().then(onClose)}>
          {isPending && <Spinner />}
          Unmatch & Block
        </Button>
        <ModalClose asChild>
          <Button variant="ghost" wide disabled={isPending}>
            Cancel
          </Button>
        </ModalClose>
      </div>
    </Modal>
  )
}
