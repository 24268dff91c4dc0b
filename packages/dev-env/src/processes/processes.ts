import { spawn } from 'node:child_process'
import os from 'node:os'
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
  isReady(): boolean | Promise<boolean>
  readyWithinMs: number
  /** False if a process that is running can only be mended by a new start. */
  isHealthy?(): Promise<boolean>
  /** Folder in which the process keeps its data. */
  dataFolder?: string
  /** Niceness, -20 to 19; one below 0 takes effect only for a user who may give it. */
  niceness?: number
  /** Added to the error if the process does not start. */
  hint?: string
  onLine?(line: string): void
}

export interface LaunchedProcess {
  /** Undefined if the process could not be started. */
  pid: number | undefined
  exited: Promise<Exit>
  lastLines(): string[]
  /** Sends SIGTERM, and SIGKILL to its process group after `killAfterMs`. */
  stop(killAfterMs?: number): Promise<void>
  kill(): void
}

export interface RunningProcess {
  stop(killAfterMs?: number): Promise<void>
}

export interface Processes {
  launch(spec: ProcessSpec): LaunchedProcess
  /** Resolves when the process is ready. Throws a StartError with its last lines if it ends before or is too slow. */
  start(spec: ProcessSpec): Promise<LaunchedProcess>
  /** Stops all processes; afterwards none can be started. */
  stopAll(killAfterMs?: number): Promise<void>
  killAll(): void
}

const KILL_AFTER_MS = 10_000
const SHOWN_LINES = 12
const LAST_LINES_MS = 300

export interface ProcessesOptions {
  reaper: Reaper
  onChange?(name: string, pid: number | null): void
}

/** Starts processes that end with this one. */
export function createProcesses({ reaper, onChange }: ProcessesOptions): Processes {
  const living = new Set<LaunchedProcess>()
  let isStopping = false

  function launch(spec: ProcessSpec): LaunchedProcess {
    if (isStopping) throw new StartError(`${spec.name} was not started: everything is being stopped.`)
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
    void launched.exited.then((result) => {
      exit = result
    })
    const isReady = await waitUntil(async () => exit !== null || spec.isReady(), spec.readyWithinMs)
    if (isReady && exit === null) return launched

    const reason = exit ? describeExit(exit) : `it was not ready within ${spec.readyWithinMs / 1_000} s`
    await launched.stop()
    await sleep(LAST_LINES_MS) // its last output may still be in the pipe
    const sentence = `${spec.name} did not start: ${reason}.${spec.hint ? ` ${spec.hint}` : ''}`
    throw new StartError([sentence, ...launched.lastLines().slice(-SHOWN_LINES)].join('\n  '))
  }

  return {
    launch,
    start,
    async stopAll(killAfterMs) {
      isStopping = true
      await Promise.all([...living].map((launched) => launched.stop(killAfterMs)))
    },
    killAll() {
      isStopping = true
      for (const launched of living) launched.kill()
    },
  }
}

function launchProcess(spec: ProcessSpec): LaunchedProcess {
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own group: Ctrl-C reaches this process alone, which stops the others in order
  })
  if (child.pid && spec.niceness !== undefined) setNiceness(child.pid, spec.niceness)
  const lines = readLines([child.stdout, child.stderr], spec.onLine)
  const exited = watchExit(child)
  const hasExited = () => !child.pid || child.exitCode !== null || child.signalCode !== null

  function kill(): void {
    if (child.pid) signalGroup(child.pid, 'SIGKILL')
  }
  return {
    pid: child.pid,
    exited,
    lastLines: () => [...lines],
    kill,
    async stop(killAfterMs = KILL_AFTER_MS) {
      if (hasExited()) return
      const killTimer = setTimeout(kill, killAfterMs)
      child.kill('SIGTERM')
      await exited
      clearTimeout(killTimer)
    },
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // ended meanwhile
  }
}

function setNiceness(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, niceness)
  } catch {
    // not allowed, or the process has ended already
  }
}
