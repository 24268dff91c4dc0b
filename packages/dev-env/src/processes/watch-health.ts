import type { LaunchedProcess, ProcessSpec } from './processes.ts'

const CHECK_EVERY_MS = 5_000 // each check wakes two idle processes
const RECHECK_MS = 250 // before the first success, and after a failure: three of them take at most 9 s, also without responses
const MAX_FAILURES = 3

/**
 * Kills a running but unhealthy process, which may ignore SIGTERM; its supervisor starts it again. Counts from when the
 * process is ready, since a start takes its time.
 */
export function watchHealth(
  { name, isReady, isHealthy }: Pick<ProcessSpec, 'name' | 'isReady' | 'isHealthy'>,
  { exited, kill }: Pick<LaunchedProcess, 'exited' | 'kill'>,
  log: (line: string) => void,
): void {
  if (!isHealthy) return
  let failures = 0
  let hasStarted = false
  let hasEnded = false
  let timer: NodeJS.Timeout

  async function check(): Promise<void> {
    if (!isHealthy) return
    hasStarted ||= await isReady()
    const passed = !hasStarted || (await isHealthy().catch(() => false))
    if (hasEnded) return
    failures = passed ? 0 : failures + 1
    if (failures === MAX_FAILURES) {
      log(`${name} runs, but failed ${MAX_FAILURES} health checks: killing it`)
      return kill()
    }
    checkIn(failures > 0 || !hasStarted ? RECHECK_MS : CHECK_EVERY_MS)
  }

  function checkIn(ms: number): void {
    timer = setTimeout(check, ms).unref()
  }

  checkIn(RECHECK_MS)
  void exited.then(() => {
    hasEnded = true
    clearTimeout(timer)
  })
}
