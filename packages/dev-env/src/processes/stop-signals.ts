const DUPLICATE_MS = 1_000 // Ctrl-C arrives from the terminal and again from npm

/** Calls `stop` at the first SIGINT, SIGTERM or SIGHUP, and `kill` at a second one. */
export function onStopSignal(stop: () => void, kill: () => void): void {
  let firstAt = 0
  function onSignal(): void {
    if (firstAt === 0) {
      firstAt = Date.now()
      stop()
      return
    }
    if (Date.now() - firstAt > DUPLICATE_MS) kill()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
