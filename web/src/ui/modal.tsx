import { clsx } from 'clsx'
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useLayer } from '../lib/layers.ts'
import { isTopModal, openModal } from '../lib/open-modals.ts'
import { Button } from './button.tsx'

export const MODAL_CARD =
  'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card bg-surface p-6 text-ink shadow-float'

const CONTROLS = 'button:not(:disabled), input:not(:disabled, [hidden]), select:not(:disabled), textarea:not(:disabled)'
const TAB_STOPS = `a[href], ${CONTROLS}, [tabindex="0"]`

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

/** Dialog that is open while mounted, closes on Back and Escape, traps the focus and returns it; needs a `ModalTitle`. */
export function Modal({ onClose, isSticky = false, className = MODAL_CARD, ...content }: ModalProps) {
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const ids = { titleId: `${id}-title`, hintId: `${id}-hint` }
  useLayer(true, onClose)
  useModalFocus(frame, onClose)

  return createPortal(
    <ModalContext value={{ ...ids, onClose }}>
      <div ref={frame} className="relative z-50">
        <div
          aria-hidden
          onClick={isSticky ? undefined : onClose}
          className="fixed inset-0 bg-[#24161d]/60 animate-page print:hidden"
        />
        <div
          role="dialog"
          aria-modal="true"
          aria-labelledby={ids.titleId}
          aria-describedby={ids.hintId}
          tabIndex={-1}
          onKeyDown={keepFocusInside}
          className={clsx('fixed outline-hidden', className)}
          {...content}
        />
      </div>
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

/** Focuses the first control, unless one has the focus already, and at the end what had it before. */
function useModalFocus(frame: RefObject<HTMLDivElement | null>, onClose: () => void): void {
  const [opener] = useState(() => ({ element: document.activeElement, path: window.location.pathname }))
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    const element = frame.current
    const dialog = element?.querySelector<HTMLElement>('[aria-modal]')
    if (!element || !dialog) return
    const end = openModal(element)
    if (!dialog.contains(document.activeElement)) (tabStops(dialog, CONTROLS)[0] ?? dialog).focus()

    function onKeyDown(event: globalThis.KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || !element || !isTopModal(element)) return
      event.preventDefault()
      close.current()
    }

    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      const wasTop = isTopModal(element)
      end()
      const isSameScreen = window.location.pathname === opener.path // otherwise the new screen's title has it
      if (wasTop && isSameScreen) returnFocus(opener.element)
    }
  }, [frame, opener])
}

/** Focuses the title of the screen if the opener is gone, or was none. */
function returnFocus(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = isThere ? opener : document.querySelector('h1')
  target?.focus({ preventScroll: !isThere })
}

/** Goes from the last control to the first and back; the browser's own controls would come between. */
function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return
  const stops = tabStops(event.currentTarget, TAB_STOPS)
  const [end, start] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  const isAtEnd = document.activeElement === end || (event.shiftKey && document.activeElement === event.currentTarget)
  if (!isAtEnd) return
  event.preventDefault()
  start?.focus()
}

function tabStops(dialog: HTMLElement, selector: string): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.tabIndex >= 0 && (element.checkVisibility?.() ?? true), // jsdom has no layout
  )
}
