/** Ref callback that focuses an element on mount; a new function per render would focus it again. */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.focus()
}
