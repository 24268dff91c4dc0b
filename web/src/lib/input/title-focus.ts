import { openModals } from '../layers/open-modals.ts'

/** Path of the screen that last showed its title; null before the first screen of this page. */
let shownPath: string | null = null
let hasNavigated = false

/**
 * Focuses the title of a screen that a change of route has opened. The first screen of the page and an open dialog keep the
 * focus. A loaded title replaces the loading title, and takes the focus only if it was lost with that title.
 */
export function focusTitle(title: HTMLElement, path: string): void {
  const isFirst = shownPath === null
  const isNew = shownPath !== path
  shownPath = path
  if (isFirst || openModals.get().length > 0) return
  if (isNew) hasNavigated = true
  else if (!hasNavigated || document.activeElement !== document.body) return
  title.focus({ preventScroll: true })
}

/** Starts over, as on a new page. */
export function resetTitleFocus(): void {
  shownPath = null
  hasNavigated = false
}
