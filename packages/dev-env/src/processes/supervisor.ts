import { describeExit } from './exit.ts'
import type { LaunchedProcess, Processes, ProcessSpec, RunningProcess } from './processes.ts'
import { restartDelay } from './restart-delay.ts'

export interface Supervisor {
  /** Starts a process and keeps it running: when it ends by itself it is started again. Rejects if the first start fails. */
  start(spec: ProcessSpec): Promise<RunningProcess>
  /** Nothing is started again from here on. */
  stopAll(killAfterMs?: number): Promise<void>
  killAll(): void
}

export function createSupervisor(processes: Processes, log: (line: string) => void): Supervisor {
  let isOver = false
  const waits = new Set<NodeJS.Timeout>()

  function keep(spec: ProcessSpec, first: LaunchedProcess): RunningProcess {
    let current = first
    let isWanted = true
    let delayMs: number | null = null

    function watch(): void {
      const startedAt = Date.now()
      void current.exited.then((exit) => {
        if (isOver || !isWanted) return
        delayMs = restartDelay(delayMs, Date.now() - startedAt)
        log(`${spec.name} stopped: ${describeExit(exit)}; starting it again in ${delayMs / 1_000} s`)
        const wait = setTimeout(() => {
          waits.delete(wait)
          if (isOver || !isWanted) return
          current = processes.launch(spec) // however long it then needs to be ready: its dependencies may be away
          watch()
        }, delayMs)
        waits.add(wait)
      })
    }

    watch()
    return {
      async stop(killAfterMs) {
        isWanted = false
        await current.stop(killAfterMs)
      },
    }
  }

  function end(): void {
    isOver = true
    for (const wait of waits) clearTimeout(wait)
  }
  return {
    async start(spec) {
      return keep(spec, await processes.start(spec))
    },
    async stopAll(killAfterMs) {
      end()
      await processes.stopAll(killAfterMs)
    },
    killAll() {
      end()
      processes.killAll()
    },
  }
}
