import { act, fireEvent } from '@testing-library/react'

/** Two taps in one task, before React renders the change of the first one. */
export function tapTwice(button: HTMLElement): void {
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
}
