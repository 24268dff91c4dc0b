import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { buttonStyle } from '../../../ui/button.tsx'
import { PinForm } from './pin-form.tsx'
import { ResetAction } from './reset-action.tsx'
import { Totals } from './totals.tsx'

/** Locked until the PIN is right; closed and opened again it is locked again, because it is mounted anew. */
export function AdminPanel({ onClose }: { onClose: () => void }) {
  const [pin, setPin] = useState<string | null>(null)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[#24161d]/60 animate-page" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card bg-surface p-6 text-ink shadow-float outline-hidden"
        >
          <div className="mb-4 flex items-center justify-between">
            <Dialog.Title className="text-xl">Admin Panel</Dialog.Title>
            <Dialog.Close aria-label="Close" className={buttonStyle({ variant: 'ghost', size: 'icon' })}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          {pin === null ? (
            <PinForm onVerified={setPin} />
          ) : (
            <div className="flex flex-col gap-5">
              <Totals />
              <ResetAction pin={pin} />
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
