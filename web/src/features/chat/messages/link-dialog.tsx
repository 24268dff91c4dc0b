import { t } from '@lingui/core/macro'
import { buttonStyle } from '../../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'

/** Shows the whole address before it opens. */
export function LinkDialog({ href, onClose }: { href: string; onClose: () => void }) {
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{t`Open this link?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`You're leaving the app. The site will see your IP address and what device you use.`}</ModalHint>
      <p
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="mt-4 max-h-40 overflow-y-auto rounded-xl bg-surface-2 p-3 font-mono text-sm [overflow-wrap:anywhere]"
      >
        {href}
      </p>
      <div className="mt-6 flex flex-col gap-2">
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerPolicy="no-referrer"
          onClick={onClose}
          className={buttonStyle({ wide: true })}
        >
          {t({ message: 'Open', context: 'a button' })}
        </a>
        <ModalClose variant="ghost" wide>{t`Cancel`}</ModalClose>
      </div>
    </Modal>
  )
}
