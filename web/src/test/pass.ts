import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Lets fake time pass, and whatever it sets off. */
export function pass(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}
