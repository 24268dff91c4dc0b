import { formatError } from '../output/format-error.ts'
import { createReaper } from './orphan-reaper.ts'
import { createProcesses, type Processes } from './processes.ts'
import { onStopSignal } from './stop-signals.ts'

const STOP_MS = 15_000
const INTERRUPTED = 130

/**
 * Runs a command that starts processes, and exits with the code that `run` returns. A signal aborts `interrupted` and ends the
 * command. All its processes stop first; then `cleanUp` removes what is not a process.
 */
export async function runCommand(
  run: (processes: Processes, interrupted: AbortSignal) => Promise<number>,
  cleanUp: () => Promise<void> = async () => {},
): Promise<never> {
  const processes = createProcesses({ reaper: createReaper() })
  const interrupt = new AbortController()
  const interrupted = new Promise<number>((resolve) => {
    interrupt.signal.onabort = () => resolve(INTERRUPTED)
  })
  onStopSignal(
    () => interrupt.abort(),
    () => {
      processes.killAll()
      process.exit(INTERRUPTED)
    },
  )
  const exitCode = await Promise.race([finish(() => run(processes, interrupt.signal)), interrupted])
  await processes.stopAll(STOP_MS)
  await cleanUp()
  process.exit(exitCode)

  async function finish(work: () => Promise<number>): Promise<number> {
    try {
      return await work()
    } catch (error) {
      if (!interrupt.signal.aborted) console.error(formatError(error))
      return 1
    }
  }
}
