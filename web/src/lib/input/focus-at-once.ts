/**
 * Ref callback that focuses an element on mount, also in a dialog that opens with it; a new function per render would focus
 * it again.
 */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '') // for showModal
  element?.focus()
}
