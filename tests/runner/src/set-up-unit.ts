import { afterAll, afterEach, vi } from 'vitest'

// Files share a process: what one of them replaces must not reach the next.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(() => {
  vi.unstubAllGlobals()
})
