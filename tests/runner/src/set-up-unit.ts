import { afterAll, afterEach, vi } from 'vitest'

// Test files share a process, so no replacement in one file may reach the next.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(() => {
  vi.unstubAllGlobals()
})
