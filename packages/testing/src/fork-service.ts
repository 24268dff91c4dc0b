import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterTestOrFile } from './after-test-or-file.ts'
import { COMPILE_CACHE } from './run-script.ts'

export interface ForkedService {
  pid: number
  /** Ends the process as a crash does, at whatever point it has reached. */
  kill(): Promise<void>
  /** SIGSTOP makes it stand still, SIGCONT go on. */
  signal(signal: NodeJS.Signals): void
}

/** Starts a service as a process of its own. `main` is its `main.ts`, which reads its configuration from `env`. */
export function forkService(main: URL, env: Record<string, unknown>): ForkedService {
  const defined = Object.entries(env).filter(([, value]) => value !== undefined)
  const variables = defined.map(([name, value]): [string, string] => [name, String(value)])
  const child = fork(main, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...Object.fromEntries(variables) },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await exited
  }
  afterTestOrFile(kill)
  return { pid: Number(child.pid), kill, signal: (signal) => void child.kill(signal) }
}

/** A port that was free a moment ago, for a process that cannot tell which one it has chosen. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  await new Promise((resolve) => server.close(resolve))
  return port
}
