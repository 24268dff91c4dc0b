import { X } from 'lucide-react'
import { useState } from 'react'
import { Modal, ModalClose, ModalTitle } from '../../../ui/modal.tsx'
import { PinForm } from './pin-form.tsx'
import { ResetAction } from './reset-action.tsx'
import { Roles } from './roles.tsx'
import { Stats } from './stats.tsx'

/** Asks for the PIN each time it opens, because it is mounted again. */
export function AdminPanel({ onClose }: { onClose: () => void }) {
  const [pin, setPin] = useState<string | null>(null)
  return (
    <Modal onClose={onClose} aria-describedby={undefined}>
      <div className="mb-4 flex items-center justify-between">
        <ModalTitle className="text-xl">Admin Panel</ModalTitle>
        <ModalClose aria-label="Close" variant="ghost" size="icon">
          <X aria-hidden className="size-5" />
        </ModalClose>
      </div>
      {pin === null ? (
        <PinForm onVerified={setPin} />
      ) : (
        <div className="flex flex-col gap-5">
          <Stats />
          <Roles />
          <ResetAction pin={pin} />
        </div>
      )}
    </Modal>
  )
}
