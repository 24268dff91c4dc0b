import { describeExit } from './exit.ts'
import type { LaunchedProcess, Processes, ProcessSpec, RunningProcess } from './processes.ts'
import { restartDelay } from './restart-delay.ts'
import { watchHealth } from './watch-health.ts'

export interface Supervisor {
  /** Starts a process and restarts it when it ends by itself or is unhealthy. Rejects if the first start fails. */
  start(spec: ProcessSpec): Promise<RunningProcess>
  stopAll(killAfterMs?: number): Promise<void>
  killAll(): void
}

export function createSupervisor(processes: Processes, log: (line: string) => void): Supervisor {
  let isStopping = false
  const restarts = new Set<NodeJS.Timeout>()

  function supervise(spec: ProcessSpec, first: LaunchedProcess): RunningProcess {
    let current = first
    let isSupervised = true
    let delayMs: number | null = null

    function watch(): void {
      const startedAt = Date.now()
      watchHealth(spec, current, log)
      void current.exited.then((exit) => {
        if (isStopping || !isSupervised) return
        delayMs = restartDelay(delayMs, Date.now() - startedAt)
        log(`${spec.name} stopped: ${describeExit(exit)}; starting it again in ${delayMs / 1_000} s`)
        const restart = setTimeout(() => {
          restarts.delete(restart)
          if (isStopping || !isSupervised) return
          current = processes.launch(spec) // without a readiness timeout: its dependencies may be unavailable
          watch()
        }, delayMs)
        restarts.add(restart)
      })
    }

    watch()
    return {
      async stop(killAfterMs) {
        isSupervised = false
        await current.stop(killAfterMs)
      },
    }
  }

  function cancelRestarts(): void {
    isStopping = true
    for (const restart of restarts) clearTimeout(restart)
  }
  return {
    async start(spec) {
      return supervise(spec, await processes.start(spec))
    },
    async stopAll(killAfterMs) {
      cancelRestarts()
      await processes.stopAll(killAfterMs)
    },
    killAll() {
      cancelRestarts()
      processes.killAll()
    },
  }
}
