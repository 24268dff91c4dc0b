import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalClose, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { PinForm } from './pin-form.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { Roles } from './roles.tsx'
import { Stats } from './stats.tsx'

/** Asks for the PIN each time it opens, because it is mounted again. */
export function AdminPanel({ onClose }: { onClose: () => void }) {
  const [isVerified, setVerified] = useState(false)
  const [isResetting, setResetting] = useState(false)
  return (
    <>
      <Modal onClose={onClose} aria-describedby={undefined}>
        <div className="mb-4 flex items-center justify-between">
          <ModalTitle className="text-xl">{t`Admin Panel`}</ModalTitle>
          <ModalClose aria-label={t`Close`} variant="ghost" size="icon">
            <X aria-hidden className="size-5" />
          </ModalClose>
        </div>
        {isVerified ? (
          <div className="flex flex-col gap-5">
            <Stats />
            <Roles />
            <Button
              variant="danger"
              wide
              aria-haspopup="dialog"
              onClick={() => setResetting(true)}
            >{t`Reset app data`}</Button>
          </div>
        ) : (
          <PinForm onVerified={() => setVerified(true)} />
        )}
      </Modal>
      {isResetting && <ResetDialog onClose={() => setResetting(false)} />}
    </>
  )
}
