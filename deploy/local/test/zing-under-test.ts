import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, vi } from 'vitest'
import { freePort } from '../src/processes/free-port.ts'
import { ROOT } from '../src/root.ts'
import { temporaryFolder } from './fake-surroundings.ts'

const READY = { timeout: 150_000, interval: 100 } // the first start builds the client

export interface ZingUnderTest {
  process: ChildProcess
  port: number
  url: string
  dataDir: string
  printed(): string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** The whole product in a temporary folder, without demo people; ended with the test. */
export async function startZing(env: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<ZingUnderTest> {
  const [dataDir, port] = [temporaryFolder(), await freePort()]
  const zing = spawn(process.execPath, ['--import', 'tsx', 'deploy/local/src/start.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', MONGO_DOWNLOAD: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [zing.stdout, zing.stderr]) stream.setEncoding('utf8').on('data', (text) => lines.push(text))
  const exited = new Promise<Awaited<ZingUnderTest['exited']>>((resolve) =>
    zing.once('close', (code, signal) => resolve({ code, signal })),
  )
  onTestFinished(async () => {
    zing.kill('SIGTERM')
    await exited
  })
  const printed = () => lines.join('')
  await vi.waitFor(() => expect(printed()).toContain('Zing is running.'), READY)
  return { process: zing, port, url: `http://127.0.0.1:${port}`, dataDir, printed, exited }
}
