import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { clientConfigQuery } from '../../queries/session/client-config.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { MODAL_CARD, Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

export function FeedbackModal({ onClose }: { onClose: () => void }) {
  const { data: config } = useQuery(clientConfigQuery)
  return (
    <Modal onClose={onClose} className={clsx(MODAL_CARD, 'text-center')}>
      <ModalTitle className="text-xl">{t`How's your experience?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`Tell us what works and what doesn't. The survey takes about 2 minutes.`}</ModalHint>
      <div className="mt-6 flex flex-col gap-2">
        <a
          href={config?.feedbackUrl}
          target="_blank"
          rel="noreferrer"
          onClick={onClose}
          className={buttonStyle({ wide: true })}
        >{t`Give feedback`}</a>
        <Button variant="ghost" wide onClick={onClose}>{t`Maybe later`}</Button>
      </div>
    </Modal>
  )
}
