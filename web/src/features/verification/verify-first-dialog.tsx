import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { useNavigate } from 'react-router-dom'
import { useUser } from '../../queries/session/user-context.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

/** Leads to the verification, which the community asks of everybody before the first like. */
export function VerifyFirstDialog({ onClose }: { onClose: () => void }) {
  const isWaiting = useUser().verification?.state === 'waiting'
  const navigate = useNavigate()
  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">{t`Please get verified first`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">
        {isWaiting
          ? t`A moderator is looking at your pictures. You can like people once you're verified.`
          : t`Everyone here shows that their main photo is them before they like someone. It takes a minute.`}
      </ModalHint>
      <DialogActions
        action={isWaiting ? t`See how it stands` : t`Get verified`}
        cancel={t`Not now`}
        isPending={false}
        onAction={() => {
          onClose()
          void navigate(clientRoutes.verification)
        }}
      />
    </Modal>
  )
}
