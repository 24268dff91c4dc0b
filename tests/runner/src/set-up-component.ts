import { afterAll, vi } from 'vitest'

// Test files share a process, so a clock that one file has stopped must not stand still for the next.
afterAll(() => {
  vi.useRealTimers()
})
