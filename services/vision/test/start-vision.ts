import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@zing/dev-env/processes/free-port'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { WAIT } from '@zing/testing/wait'
import { vi } from 'vitest'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const GUARD = new URL('refuse-outside.ts', import.meta.url).href
/** Exit code of a process that has tried to reach an address outside. */
export const REACHED_OUTSIDE = 99

export interface Vision {
  pid: number
  /** Resolves with the exit code; null after a signal. */
  exited: Promise<number | null>
  output(): string
  signal(signal: NodeJS.Signals): void
}

/** Starts vision as a process of its own, which ends if it tries to reach an address outside. Resolves when it is ready. */
export async function startVision(natsUrl: string, env: Record<string, string> = {}): Promise<Vision> {
  const port = await freePort()
  const vision = launchVision({ NATS_URL: natsUrl, PORT: String(port), ...env })
  await vi.waitFor(async () => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (!ok) throw new Error(vision.output())
  }, WAIT)
  return vision
}

export function launchVision(env: Record<string, string>, args = [MAIN]): Vision {
  const child = spawn(process.execPath, ['--import', GUARD, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', STOP_DELAY_MS: '0', MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  afterTestOrFile(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { pid: Number(child.pid), exited, output: () => output, signal: (signal) => void child.kill(signal) }
}
