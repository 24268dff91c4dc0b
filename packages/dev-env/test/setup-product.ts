import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { freePort } from '../src/processes/free-port.ts'
import { ROOT } from '../src/root.ts'

const READY = { timeout: 150_000, interval: 100 } // the first start builds the client

export interface ProductHarness {
  process: ChildProcess
  port: number
  url: string
  dataDir: string
  printed(): string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts the product in a temporary folder, without demo users, and stops it with the test. */
export async function startZing(env: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<ProductHarness> {
  const { stop, ...zing } = await launchZing(env, args)
  onTestFinished(stop)
  return zing
}

/** Starts the product like `startZing`, but the caller stops it. */
export async function launchZing(
  env: NodeJS.ProcessEnv = {},
  args: string[] = [],
  [command, ...script]: string[] = [process.execPath, 'packages/dev-env/src/start.ts'],
): Promise<ProductHarness & { stop(): Promise<void> }> {
  const [dataDir, port] = [await mkdtemp(path.join(tmpdir(), 'zing-')), await freePort()]
  const zing = spawn(String(command), [...script, ...args], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', MONGO_DOWNLOAD: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [zing.stdout, zing.stderr]) stream.setEncoding('utf8').on('data', (text) => lines.push(text))
  const exited = new Promise<Awaited<ProductHarness['exited']>>((resolve) =>
    zing.once('close', (code, signal) => resolve({ code, signal })),
  )
  async function stop(): Promise<void> {
    zing.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  const printed = () => lines.join('')
  try {
    await vi.waitFor(() => expect(printed()).toContain('Zing is running.'), READY)
  } catch (error) {
    await stop()
    throw error
  }
  return { process: zing, port, url: `http://127.0.0.1:${port}`, dataDir, printed, exited, stop }
}
