import { act, fireEvent } from '@testing-library/react'

/** Two taps in one task, before React renders what the first one has changed. */
export function tapTwice(button: HTMLElement): void {
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
}
