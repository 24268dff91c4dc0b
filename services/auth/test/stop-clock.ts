import { onTestFinished, vi } from 'vitest'

/** Stops the clock of the running test. The login throttle first waits a second, and a busy machine takes as long. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
