import { Button } from '../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../ui/modal.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface ConfirmDecisionProps {
  title: string
  /** Of the user whom the decision is about. */
  name: string
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDecision({ title, name, isPending, onConfirm, onClose }: ConfirmDecisionProps) {
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{title}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <bdi>{name}</bdi> is signed out at once and cannot sign in meanwhile. Only an admin can undo it.
      </ModalHint>
      <div className="mt-6 flex flex-col gap-2">
        <Button variant="destructive" wide disabled={isPending} onClick={onConfirm}>
          {isPending && <Spinner />}
          Yes, do it
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
