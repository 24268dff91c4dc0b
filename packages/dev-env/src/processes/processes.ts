import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { describeExit, type Exit, watchExit } from './exit.ts'
import type { Reaper } from './orphan-reaper.ts'
import { readLines } from './read-lines.ts'
import { waitUntil } from './wait-until.ts'

export interface ProcessSpec {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Asked again and again, until the process is ready. */
  isReady(): boolean | Promise<boolean>
  readyWithinMs: number
  /** A sentence for when it does not start: what may help. */
  hint?: string
  /** Told every line it prints. */
  onLine?(line: string): void
}

export interface LaunchedProcess {
  /** Undefined: it could not even be started. */
  pid: number | undefined
  exited: Promise<Exit>
  /** What it printed last. */
  lastLines(): string[]
  /** SIGTERM, and SIGKILL for its whole group when it is still there after the bound. */
  stop(killAfterMs?: number): Promise<void>
  kill(): void
}

export interface RunningProcess {
  stop(killAfterMs?: number): Promise<void>
}

export interface Processes {
  launch(spec: ProcessSpec): LaunchedProcess
  /** Resolves when the process is ready. Throws a StartError with its last lines when it ends before, or takes too long. */
  start(spec: ProcessSpec): Promise<LaunchedProcess>
  /** Nothing can be started from here on. */
  stopAll(killAfterMs?: number): Promise<void>
  killAll(): void
}

const KILL_AFTER_MS = 10_000
const SHOWN_LINES = 12
const LAST_LINES_MS = 300

export interface ProcessesOptions {
  reaper: Reaper
  /** Told the id of each process that begins, and null when it has ended. */
  onChange?(name: string, pid: number | null): void
}

/** Starts processes that end with this one, and can end them all. */
export function createProcesses({ reaper, onChange }: ProcessesOptions): Processes {
  const living = new Set<LaunchedProcess>()
  let isOver = false

  function launch(spec: ProcessSpec): LaunchedProcess {
    if (isOver) throw new StartError(`${spec.name} was not started: everything is being stopped.`)
    const launched = launchProcess(spec)
    const { pid } = launched
    living.add(launched)
    if (pid) {
      reaper.add(pid)
      onChange?.(spec.name, pid)
    }
    void launched.exited.then(() => {
      living.delete(launched)
      if (!pid) return
      reaper.remove(pid)
      onChange?.(spec.name, null)
    })
    return launched
  }

  async function start(spec: ProcessSpec): Promise<LaunchedProcess> {
    const launched = launch(spec)
    let exit: Exit | null = launched.pid ? null : await launched.exited
    void launched.exited.then((reason) => {
      exit = reason
    })
    const isReady = await waitUntil(async () => exit !== null || spec.isReady(), spec.readyWithinMs)
    if (isReady && exit === null) return launched

    const why = exit ? describeExit(exit) : `it was not ready within ${spec.readyWithinMs / 1_000} s`
    await launched.stop()
    await sleep(LAST_LINES_MS) // its last words may still be on their way
    const sentence = `${spec.name} did not start: ${why}.${spec.hint ? ` ${spec.hint}` : ''}`
    throw new StartError([sentence, ...launched.lastLines().slice(-SHOWN_LINES)].join('\n  '))
  }

  return {
    launch,
    start,
    async stopAll(killAfterMs) {
      isOver = true
      await Promise.all([...living].map((launched) => launched.stop(killAfterMs)))
    },
    killAll() {
      isOver = true
      for (const launched of living) launched.kill()
    },
  }
}

function launchProcess(spec: ProcessSpec): LaunchedProcess {
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own: Ctrl-C in the terminal reaches us alone, and we stop it in order
  })
  const lines = readLines([child.stdout, child.stderr], spec.onLine)
  const exited = watchExit(child)
  const isOver = () => !child.pid || child.exitCode !== null || child.signalCode !== null

  function kill(): void {
    if (child.pid) signalGroup(child.pid, 'SIGKILL')
  }
  return {
    pid: child.pid,
    exited,
    lastLines: () => [...lines],
    kill,
    async stop(killAfterMs = KILL_AFTER_MS) {
      if (isOver()) return
      const patience = setTimeout(kill, killAfterMs)
      child.kill('SIGTERM')
      await exited
      clearTimeout(patience)
    },
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // gone in the meantime
  }
}
