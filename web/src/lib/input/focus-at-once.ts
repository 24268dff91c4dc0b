/**
 * Ref callback that focuses an element on mount, also in a dialog that opens with it. A new function per render would focus
 * the element again.
 */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '') // for showModal
  element?.focus()
}
