import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { useBlock, useUnmatch } from '../../realtime/use-end-match.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

interface EndMatchDialogProps {
  partner: PublicProfile
  /** Ends the match only, if false. */
  isBlock: boolean
  onClose: () => void
}

export function EndMatchDialog({ partner, isBlock, onClose }: EndMatchDialogProps) {
  const block = useBlock(partner.id)
  const unmatch = useUnmatch(partner.id)
  const { end, isPending } = isBlock ? block : unmatch
  const name = plainNameOf(partner.name)
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{isBlock ? t`Unmatch & Block User` : t`Unmatch User`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        {isBlock ? (
          <Trans>
            Your match with <bdi>{name}</bdi> is removed. You won't see each other anymore, and you can't message each
            other again.
          </Trans>
        ) : (
          <Trans>
            You can't undo this: the chat closes for both of you, and you won't meet in the feed again.{' '}
            <bdi>{name}</bdi> won't be told.
          </Trans>
        )}
      </ModalHint>
      <DialogActions
        action={isBlock ? t`Unmatch & Block` : t`Unmatch`}
        isDanger
        isPending={isPending}
        onAction={() => end().then(onClose)}
      />
    </Modal>
  )
}
