import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterTestOrFile } from './after-test-or-file.ts'
import { COMPILE_CACHE } from './run-script.ts'
import { sendSignal } from './send-signal.ts'

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
  return { pid: Number(child.pid), kill, signal: (signal) => sendSignal(Number(child.pid), signal) }
}
