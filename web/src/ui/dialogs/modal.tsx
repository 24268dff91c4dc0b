import { clsx } from 'clsx'
import { type ComponentProps, createContext, type RefObject, useContext, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLayer } from '../../lib/layers/layers.ts'
import { openModals } from '../../lib/layers/open-modals.ts'
import { Button } from '../button.tsx'
import { Toaster } from './toaster.tsx'

export const MODAL_CARD =
  'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card bg-surface p-6 text-ink shadow-float'

interface ModalProps extends ComponentProps<'div'> {
  onClose: () => void
  /** A press beside it does not close it, where words would be lost. */
  isSticky?: boolean
}

const ModalContext = createContext<{ titleId: string; hintId: string; onClose: () => void }>({
  titleId: '',
  hintId: '',
  onClose: () => {},
})

/** Dialog that is open while mounted and closes on Back and Escape; needs a `ModalTitle`. */
export function Modal({ role, onClose, isSticky = false, className = MODAL_CARD, children, ...card }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const ids = { titleId: `${id}-title`, hintId: `${id}-hint` }
  useLayer(true, onClose)
  useShown(dialog)

  return createPortal(
    <ModalContext value={{ ...ids, onClose }}>
      <dialog
        ref={dialog}
        role={role}
        aria-labelledby={ids.titleId}
        aria-describedby={'aria-describedby' in card ? card['aria-describedby'] : ids.hintId}
        onCancel={(event) => {
          if (event.target !== event.currentTarget) return // of a file picker
          event.preventDefault()
          onClose()
        }}
        onClose={({ currentTarget }) => currentTarget.open || onClose()} // by the browser, at a second Escape
        className="fixed inset-0 size-full max-h-none max-w-none overflow-hidden bg-transparent text-ink outline-hidden backdrop:bg-transparent print:overflow-visible"
      >
        <div
          aria-hidden
          onClick={isSticky ? undefined : onClose}
          className="absolute inset-0 bg-shade/60 animate-page print:hidden"
        />
        <div {...card} aria-describedby={undefined} className={clsx('absolute', className)}>
          {children}
          <Toaster dialog={dialog} />
        </div>
      </dialog>
    </ModalContext>,
    document.body,
  )
}

export function ModalTitle(props: ComponentProps<'h2'>) {
  return <h2 id={useContext(ModalContext).titleId} {...props} />
}

/** Describes the dialog; a dialog without one sets `aria-describedby` itself. */
export function ModalHint(props: ComponentProps<'p'>) {
  return <p id={useContext(ModalContext).hintId} {...props} />
}

export function ModalClose(props: ComponentProps<typeof Button>) {
  return <Button onClick={useContext(ModalContext).onClose} {...props} />
}

/** Shows a dialog while it is mounted. The browser returns the focus; the title of the screen gets it if the opener is gone. */
function useShown(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    openModals.set([...openModals.get(), element])
    return () => {
      openModals.set(openModals.get().filter((one) => one !== element))
      element.close()
      const focused = document.activeElement
      const isLost = !focused || focused === document.body || element.contains(focused)
      if (isLost) document.querySelector('h1')?.focus({ preventScroll: true })
    }
  }, [dialog])
}
