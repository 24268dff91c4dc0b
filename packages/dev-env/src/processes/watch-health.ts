import type { LaunchedProcess, ProcessSpec } from './processes.ts'

const CHECK_EVERY_MS = 1_500
const MAX_FAILURES = 3

/**
 * Kills a process that runs but is unhealthy, so that its supervisor starts it again: it may not react to SIGTERM any more.
 * Counts from when it is ready, since a start takes its time.
 */
export function watchHealth(
  { name, isReady, isHealthy }: Pick<ProcessSpec, 'name' | 'isReady' | 'isHealthy'>,
  { exited, kill }: Pick<LaunchedProcess, 'exited' | 'kill'>,
  log: (line: string) => void,
): void {
  if (!isHealthy) return
  let failures = 0
  let hasStarted = false
  let isChecking = false

  async function check(): Promise<void> {
    if (isChecking || !isHealthy) return
    isChecking = true
    hasStarted ||= await isReady()
    const passed = !hasStarted || (await isHealthy().catch(() => false))
    isChecking = false
    failures = passed ? 0 : failures + 1
    if (failures === MAX_FAILURES) {
      log(`${name} runs, but failed ${MAX_FAILURES} health checks: killing it`)
      kill()
    }
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS)
  timer.unref()
  void exited.then(() => clearInterval(timer))
}
