import { clsx } from 'clsx'
import { Dialog } from 'radix-ui'
import { type ComponentProps, useState } from 'react'
import { useLayer } from '../lib/layers.ts'

export const MODAL_CARD =
  'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card bg-surface p-6 text-ink shadow-float'

interface ModalProps extends ComponentProps<typeof Dialog.Content> {
  onClose: () => void
}

/** Dialog that is open while mounted, closes on Back, traps the focus and returns it at the end; needs a `ModalTitle`. */
export function Modal({ onClose, className = MODAL_CARD, children, ...content }: ModalProps) {
  const [opener] = useState(() => ({ element: document.activeElement, path: window.location.pathname }))
  useLayer(true, onClose)

  function returnFocus(event: Event): void {
    event.preventDefault() // Radix would focus a trigger of its own
    const isSameScreen = window.location.pathname === opener.path // otherwise the new screen's title has it
    if (isSameScreen && opener.element instanceof HTMLElement) opener.element.focus()
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[#24161d]/60 animate-page" />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          className={clsx('fixed z-50 outline-hidden', className)}
          {...content}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export const ModalTitle = Dialog.Title
export const ModalHint = Dialog.Description
export const ModalClose = Dialog.Close
