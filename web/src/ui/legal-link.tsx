import { t } from '@lingui/core/macro'
import type { LocalText } from '@zing/proto/community/local-text'
import { X } from 'lucide-react'
import { useState } from 'react'
import { textOf } from '../lib/state/community.ts'
import { Modal, ModalClose, ModalTitle } from './dialogs/modal.tsx'

interface LegalPage {
  url: string | null
  text: LocalText | null
}

interface LegalLinkProps {
  page: LegalPage
  title: string
}

const LINK = 'inline-flex min-h-11 items-center font-semibold text-zing underline underline-offset-4'

/** True if the operator has a link or a text. */
export function isLegalPage({ url, text }: LegalPage): boolean {
  return url !== null || text !== null
}

/** Opens a page of the law: the operator's link in a new tab, or the operator's text in a dialog. Nothing without both. */
export function LegalLink({ page: { url, text }, title }: LegalLinkProps) {
  const [isOpen, setOpen] = useState(false)
  if (url !== null)
    return (
      <a href={url} target="_blank" rel="noreferrer" className={LINK}>
        {title}
      </a>
    )
  if (text === null) return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={LINK} onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen && (
        <Modal aria-describedby={undefined} onClose={() => setOpen(false)}>
          <div className="mb-3 flex items-center justify-between gap-2">
            <ModalTitle className="text-xl">{title}</ModalTitle>
            <ModalClose aria-label={t`Close`} variant="ghost" size="icon">
              <X aria-hidden className="size-5" />
            </ModalClose>
          </div>
          <p dir="auto" className="text-ui-start whitespace-pre-wrap [overflow-wrap:anywhere]">
            {textOf(text)}
          </p>
        </Modal>
      )}
    </>
  )
}
