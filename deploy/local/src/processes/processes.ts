import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { readLines } from './read-lines.ts'
import { createReaper } from './reaper.ts'
import { waitUntil } from './wait-until.ts'

export interface ProcessSpec {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Asked again and again; `output` is what the process has printed of late. */
  isReady(output: string): boolean | Promise<boolean>
  readyWithinMs: number
  /** Told every line it prints. */
  onLine?(line: string): void
}

export interface RunningProcess {
  pid: number
  /** Resolves when it has ended, for whatever reason. */
  exited: Promise<string>
  /** SIGTERM, and SIGKILL when it is still there after the bound. */
  stop(killAfterMs?: number): Promise<void>
}

export interface Processes {
  /** Resolves when the process is ready. Throws a StartError with its last lines when it ends before, or takes too long. */
  start(spec: ProcessSpec): Promise<RunningProcess>
}

const KILL_AFTER_MS = 10_000
const KEPT_LINES = 200
const SHOWN_LINES = 12
const LAST_LINES_MS = 300

/** Starts processes that end with this one. */
export function createProcesses(): Processes {
  const reaper = createReaper()

  return {
    async start(spec) {
      const child = spawn(spec.command, spec.args, {
        cwd: spec.cwd,
        env: spec.env ?? process.env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true, // a group of its own: Ctrl-C in the terminal reaches us alone, and we stop it in order
      })
      const lines: string[] = []
      for (const stream of [child.stdout, child.stderr]) {
        readLines(stream, (line) => {
          lines.push(line)
          if (lines.length > KEPT_LINES) lines.shift()
          spec.onLine?.(line)
        })
      }

      const end = watchEnd(child)
      const { pid } = child
      if (pid) {
        reaper.add(pid)
        void end.exited.then(() => reaper.remove(pid))
      }

      const isReady = await waitUntil(
        async () => end.reason !== null || spec.isReady(lines.join('\n')),
        spec.readyWithinMs,
      )
      if (pid && isReady && end.reason === null) {
        return { pid, exited: end.exited, stop: (killAfterMs) => stop(child, end.exited, killAfterMs) }
      }
      const why = end.reason ?? `it was not ready within ${spec.readyWithinMs / 1_000} s`
      await stop(child, end.exited)
      await Promise.race([end.closed, sleep(LAST_LINES_MS)])
      throw new StartError([`${spec.name} did not start: ${why}.`, ...lines.slice(-SHOWN_LINES)].join('\n  '))
    },
  }
}

function watchEnd(child: ChildProcess) {
  const end = {
    reason: null as string | null,
    exited: new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message)) // it could not even be started
      child.once('exit', (code, signal) => resolve(signal ? `it was ended by ${signal}` : `it ended with code ${code}`))
    }),
    /** Its last lines have been read, too. */
    closed: new Promise<void>((resolve) => child.once('close', () => resolve())),
  }
  void end.exited.then((reason) => {
    end.reason = reason
  })
  return end
}

async function stop(child: ChildProcess, exited: Promise<string>, killAfterMs = KILL_AFTER_MS): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const group = -child.pid
  const kill = setTimeout(() => signalGroup(group, 'SIGKILL'), killAfterMs)
  child.kill('SIGTERM')
  await exited
  clearTimeout(kill)
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(group, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // gone in the meantime
  }
}
