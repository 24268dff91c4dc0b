import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { useBlock } from '../../realtime/use-end-match.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

export function BlockPersonDialog({ person, onClose }: { person: PublicProfile; onClose: () => void }) {
  const { end, isPending } = useBlock(person.id)
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl [overflow-wrap:anywhere]">
        <Trans>
          Block <bdi>{plainNameOf(person.name)}</bdi>?
        </Trans>
      </ModalTitle>
      <ModalHint className="mt-2 text-ink-2">
        {person.isMatch
          ? t`You won't see each other anymore. Your match is removed, and you can't message each other again.`
          : t`You won't see each other anymore.`}
      </ModalHint>
      <DialogActions action={t`Block`} isDanger isPending={isPending} onAction={() => end().then(onClose)} />
    </Modal>
  )
}
