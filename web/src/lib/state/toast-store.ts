import { createStore } from './create-store.ts'

export interface Toast {
  id: number
  title: string
  text?: string | undefined
  variant: 'default' | 'destructive'
}

/** The toast on the screen; a new one replaces it. */
export const shownToast = createStore<Toast | null>(null)

let lastId = 0

export function toast(title: string, text?: string): void {
  shownToast.set({ id: ++lastId, title, text, variant: 'default' })
}

export function toastError(title: string, text?: string): void {
  shownToast.set({ id: ++lastId, title, text, variant: 'destructive' })
}

/** Removes the toast of an error, because the user tries again. */
export function dropErrorToast(): void {
  if (shownToast.get()?.variant === 'destructive') shownToast.set(null)
}
