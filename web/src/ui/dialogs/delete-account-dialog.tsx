import { t } from '@lingui/core/macro'
import { EVIDENCE_KEPT_MS, USERNAME_RESERVED_MS } from '@zing/proto/limits'
import { wholeDays } from '../../lib/text/relative-time.ts'
import { DialogActions } from './dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from './modal.tsx'

interface DeleteAccountDialogProps {
  isPending: boolean
  isBanned?: boolean
  onDelete: () => void
  onClose: () => void
}

/** Asks again, and lists the deleted and the kept data. */
export function DeleteAccountDialog({ isPending, isBanned = false, onDelete, onClose }: DeleteAccountDialogProps) {
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{t`Delete your account?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`This happens right away and can't be undone.`}</ModalHint>
      <h3 className="mt-4 font-semibold">{t`What goes`}</h3>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>{t`Your profile and your photos`}</li>
        <li>{t`Your likes, matches and notifications`}</li>
        <li>{t`Your chats and all their messages, for the others too`}</li>
        <li>{t`You're logged out on all your devices`}</li>
      </ul>
      <h3 className="mt-4 font-semibold">{t`What stays`}</h3>
      <ul className="mt-1 list-disc ps-5 text-ink-2">
        <li>{t`Your username is kept for ${wholeDays(USERNAME_RESERVED_MS)}, so nobody can pretend to be you`}</li>
        <li>{t`What was reported stays sealed until ${wholeDays(EVIDENCE_KEPT_MS)} after its case is closed`}</li>
        {isBanned && (
          <li>{t`Fingerprints of your username and photos, for a year, so the ban holds; the photos themselves go`}</li>
        )}
      </ul>
      <DialogActions action={t`Delete account`} isDanger isPending={isPending} onAction={onDelete} />
    </Modal>
  )
}
