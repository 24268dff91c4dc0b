import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { openModals } from '../../lib/layers/open-modals.ts'
import { DRAG_MIN_PX, TOAST_DURATION_MS, TOAST_SWIPE_PX } from '../../lib/limits.ts'
import { useStore } from '../../lib/state/create-store.ts'
import { shownToast, type Toast } from '../../lib/state/toast-store.ts'

/**
 * Shows the toast on the page. A toast about an open dialog follows the words of that dialog, because everything outside of
 * it is inert. Nothing lies over a dialog.
 */
export function Toaster({ dialog }: { dialog?: RefObject<Element | null> }) {
  const shown = useStore(shownToast)
  const modals = useStore(openModals)
  const toast = shown && placeOf(shown, modals) === (dialog?.current ?? null) ? shown : null
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    const onKeyDown = ({ code }: globalThis.KeyboardEvent) => code === 'F8' && list.current?.focus()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <section aria-label={t`Notifications (F8)`} className="contents">
      <ol
        ref={list}
        tabIndex={-1}
        aria-live={toast?.variant === 'destructive' ? 'assertive' : 'polite'}
        className={clsx(
          'pointer-events-none flex w-full flex-col gap-2 outline-hidden md:max-w-[420px]',
          dialog
            ? 'not-empty:relative not-empty:z-10 not-empty:pt-3 empty:absolute print:hidden'
            : 'fixed top-(--toast-top) end-(--frame-edge) z-[100] p-3',
        )}
      >
        {toast && (
          <ToastItem
            key={toast.id}
            toast={toast}
            isInDialog={dialog !== undefined}
            onDismiss={() => list.current?.focus()}
          />
        )}
      </ol>
    </section>
  )
}

/** The dialog that shows the toast, or null for the page. If its dialog is gone, the next one shows it. */
function placeOf({ dialog }: Toast, modals: readonly Element[]): Element | null {
  return dialog === null || modals.includes(dialog) ? dialog : (modals.at(-1) ?? null)
}

interface ToastItemProps {
  toast: Toast
  isInDialog: boolean
  onDismiss: () => void
}

/** Leaves after TOAST_DURATION_MS, unless hovered or focused, or by a swipe to the right. */
function ToastItem({ toast, isInDialog, onDismiss }: ToastItemProps) {
  const [isHeld, setHeld] = useState(false)
  const [offset, setOffset] = useState(0)
  const start = useRef<number | null>(null)

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(remove, TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [isHeld])

  function follow({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>): void {
    if (start.current === null) return
    const moved = Math.max(0, clientX - start.current)
    if (moved >= DRAG_MIN_PX) currentTarget.setPointerCapture(pointerId) // from here on the movement is no tap on the button
    setOffset(moved)
  }

  function release({ clientX }: PointerEvent): void {
    if (start.current !== null && clientX - start.current > TOAST_SWIPE_PX) remove()
    start.current = null
    setOffset(0)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.preventDefault() // a dialog below stays open
    remove()
  }

  return (
    <li
      ref={isInDialog ? showInDialog : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={({ button, clientX }) => {
        if (button === 0) start.current = clientX
      }}
      onPointerMove={follow}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={onKeyDown}
      style={offset > 0 ? { translate: `${offset}px` } : undefined}
      className={clsx(
        toast.isQuiet && 'sr-only',
        'pointer-events-auto flex touch-pan-y items-start gap-3 rounded-card border p-4 shadow-float animate-rise',
        toast.variant === 'destructive' ? 'border-bad bg-surface text-bad' : 'border-line bg-surface text-ink',
      )}
    >
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p dir="auto" className="text-ui-start font-semibold">
          {toast.title}
        </p>
        {toast.text && (
          <p dir="auto" className="text-ui-start text-sm">
            {toast.text}
          </p>
        )}
      </div>
      {!toast.isQuiet && (
        <button
          type="button"
          aria-label={t({ message: 'Dismiss', context: 'a message on the screen' })}
          onClick={() => {
            remove()
            onDismiss()
          }}
          className="-m-2.5 grid size-11 place-items-center rounded-full"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </li>
  )
}

/** The words of a dialog may be longer than the window. */
function showInDialog(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}

function remove(): void {
  shownToast.set(null)
}
