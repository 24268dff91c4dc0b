import { openModals } from '../layers/open-modals.ts'
import { createStore } from './create-store.ts'

export interface Toast {
  id: number
  title: string
  text?: string | undefined
  variant: 'default' | 'destructive'
  /** Only read out, because the user sees what it says. */
  isQuiet?: boolean
  /** The dialog that was open, which shows the toast among its words. */
  dialog: Element | null
}

/** The toast on the screen; a new one replaces it. */
export const shownToast = createStore<Toast | null>(null)

let lastId = 0

export function toast(title: string, text?: string): void {
  show({ title, text, variant: 'default' })
}

/** Reads out what changes in sight of the user. */
export function announce(title: string, text?: string): void {
  show({ title, text, variant: 'default', isQuiet: true })
}

export function toastError(title: string, text?: string): void {
  show({ title, text, variant: 'destructive' })
}

function show(toast: Omit<Toast, 'id' | 'dialog'>): void {
  shownToast.set({ ...toast, id: ++lastId, dialog: openModals.get().at(-1) ?? null })
}

/** Removes the toast of an error, because the user tries again. */
export function dropErrorToast(): void {
  if (shownToast.get()?.variant === 'destructive') shownToast.set(null)
}
