import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Switches to fake timers, which only `advance` moves. */
export function freezeClock() {
  vi.useFakeTimers()
  return { advance: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
