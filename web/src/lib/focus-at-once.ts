/** For `ref`: takes the focus when it appears. One function for all renders, for another one would take it again. */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.focus()
}
