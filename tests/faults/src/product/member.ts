import type { Kind } from '@zing/dev-env/config/scale'
import type { LaunchedProcess, Processes, ProcessSpec } from '@zing/dev-env/processes/processes'
import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { watchHealth } from '@zing/dev-env/processes/watch-health'
import type { SmallDisk } from '@zing/testing/small-disk'
import type { Fault } from '../nemesis/fault.ts'
import type { Link } from './link.ts'

const RESTART_MS = 500
const READY_MS = 60_000
const SERVERS = ['mongodb', 'nats', 'redis', 's3'] as const
export type ServerName = (typeof SERVERS)[number]
export type Links = { [name: string]: Link }

/** One process or server of the product, which a fault can end, pause or restart. */
export interface Member {
  name: string
  kind: Kind | ServerName | 'balancer' | 'push-host' | 'host'
  /** Sends a signal to the process; does nothing if it is not running. */
  signal(signal: NodeJS.Signals): void
  /** Ends the process with a signal, and keeps it ended until `start`. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Starts the process and waits until it is ready. */
  start(env?: NodeJS.ProcessEnv): Promise<void>
  /** Connections of this process by name: to a server or, from a gateway, to a process of a service. */
  links: Links
  /** The small disk with its data; null without data, or if the suite may not mount disks. */
  disk: SmallDisk | null
  /** Applies a fault in the member's own way, and returns the function that ends it. */
  apply?(fault: Fault): Promise<() => Promise<void>>
}

export interface MemberOptions {
  processes: Processes
  onLine(name: string, line: string): void
  /** Reports a process that ended by itself, or that its health check ended. The process restarts. */
  onExit(name: string, isUnhealthy: boolean): void
}

type MemberDetails = Pick<Member, 'kind'> &
  Partial<Pick<Member, 'links' | 'disk'>> & {
    /** SIGKILL follows SIGTERM after this long. */
    killAfterMs?: number
  }

/** Creates a member that has not started yet. When the process ends by itself, it restarts. */
export function createMember(
  spec: ProcessSpec,
  { kind, links = {}, disk = null, killAfterMs }: MemberDetails,
  options: MemberOptions,
): Member {
  let current: LaunchedProcess | null = null
  let isPaused = false

  function launch(env: NodeJS.ProcessEnv = {}): LaunchedProcess {
    const launched = options.processes.launch({
      ...spec,
      env: { ...(spec.env ?? process.env), ...env },
      onLine: (line) => (spec.onLine ?? ((text) => options.onLine(spec.name, text)))(line),
    })
    current = launched
    // health checks pass during a pause, so that none of them ends it
    const isHealthy = spec.isHealthy && (async () => isPaused || (await spec.isHealthy?.()) === true)
    let wasUnhealthy = false
    watchHealth({ ...spec, ...(isHealthy && { isHealthy }) }, launched, (line) => {
      wasUnhealthy = true
      options.onLine('supervisor', line)
    })
    void launched.exited.then(() => {
      if (current !== launched) return
      options.onExit(spec.name, wasUnhealthy)
      setTimeout(() => current === launched && relaunch(env), RESTART_MS)
    })
    return launched
  }

  function relaunch(env: NodeJS.ProcessEnv): void {
    try {
      launch(env)
    } catch (error) {
      options.onLine('supervisor', String(error)) // the whole run is being stopped
    }
  }

  return {
    name: spec.name,
    kind,
    links,
    disk,
    signal(signal) {
      isPaused = signal === 'SIGSTOP'
      if (current?.pid) process.kill(current.pid, signal)
    },
    async end(signal) {
      const ending = current
      current = null
      if (!ending) return
      if (signal === 'SIGKILL') ending.kill()
      else await ending.stop(killAfterMs)
      await ending.exited
    },
    async start(env) {
      launch(env)
      if (!(await waitUntil(async () => spec.isReady(), Math.max(READY_MS, spec.readyWithinMs))))
        throw new Error(`${spec.name} is not ready`)
    },
  }
}

export function isServer(kind: Member['kind']): kind is ServerName {
  return (SERVERS as readonly string[]).includes(kind)
}
