import type { Log } from '@zing/kit/observability/logger'

const MEGABYTE = 1024 * 1024

/**
 * Returns a check for the time between two pictures. It ends a process above the limit as a supervisor would; that starts it
 * again. Models and decoders are native code, whose leaks nothing else bounds.
 */
export function createMemoryLimit(limitMb: number, log: Log): () => void {
  let hasEnded = false
  return function checkMemory() {
    const residentMb = Math.round(process.memoryUsage.rss() / MEGABYTE)
    if (hasEnded || residentMb <= limitMb) return
    hasEnded = true
    log.warn({ residentMb, limitMb }, 'above its memory limit: ending, to be started again')
    process.kill(process.pid, 'SIGTERM')
  }
}
