import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Time stands still from here on and passes only by `pass`: for what is said to take so long, and no less. */
export function stopClock() {
  vi.useFakeTimers()
  return { pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
