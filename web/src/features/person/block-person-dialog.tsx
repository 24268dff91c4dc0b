import type { PublicProfile } from '@zing/proto/profiles/users'
import { plainNameOf } from '../../lib/text/demo-name.ts'
import { useBlock } from '../../realtime/use-end-match.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

export function BlockPersonDialog({ person, onClose }: { person: PublicProfile; onClose: () => void }) {
  const { end, isPending } = useBlock(person.id)
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl [overflow-wrap:anywhere]">
        Block <bdi>{plainNameOf(person.name)}</bdi>?
      </ModalTitle>
      <ModalHint className="mt-2 text-ink-2">
        You won't see each other anymore.
        {person.isMatch && " Your match is removed, and you can't message each other again."}
      </ModalHint>
      <DialogActions action="Block" isDanger isPending={isPending} onAction={() => end().then(onClose)} />
    </Modal>
  )
}
