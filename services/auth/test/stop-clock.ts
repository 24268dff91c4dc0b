import { onTestFinished, vi } from 'vitest'

/** Stops the clock of the running test: the first wait of the login throttle is a second, which a busy machine takes. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
