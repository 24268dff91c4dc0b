const SAME_MS = 1_000 // Ctrl-C comes from the terminal and once more from npm: that is one

/** Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, and `kill` when somebody insists. */
export function onStopSignal(stop: () => void, kill: () => void): void {
  let firstAt = 0
  function onSignal(): void {
    if (firstAt === 0) {
      firstAt = Date.now()
      stop()
      return
    }
    if (Date.now() - firstAt > SAME_MS) kill()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
