import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../src/processes/free-port.ts'
import { ROOT } from '../src/root.ts'
import { temporaryFolder } from './fake-surroundings.ts'

const READY = { timeout: 150_000, interval: 100 } // the first start builds the client

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('everything starts, and SIGTERM stops everything within 10 s', { timeout: 180_000 }, async () => {
  const [dataDir, port] = [temporaryFolder(), await freePort()]
  const zing = spawn(process.execPath, ['--import', 'tsx', 'deploy/local/src/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', MONGO_DOWNLOAD: '0', ADMIN_PIN: '4711' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void zing.kill('SIGKILL'))
  const printed: string[] = []
  for (const stream of [zing.stdout, zing.stderr]) stream.setEncoding('utf8').on('data', (text) => printed.push(text))
  const exited = new Promise((resolve) => zing.once('close', (code, signal) => resolve({ code, signal })))

  await vi.waitFor(() => expect(printed.join('')).toContain('Zing is running.'), READY)
  expect(printed.join('')).toContain(`Open        http://localhost:${port}`)
  expect(printed.join('')).toContain('Admin PIN   4711')
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  const pids: Record<string, number> = JSON.parse(readFileSync(path.join(dataDir, 'pids.json'), 'utf8'))
  expect(Object.keys(pids)).toEqual(expect.arrayContaining(['auth', 'social', 'chat', 'admin', 'gateway']))

  const stoppedAt = Date.now()
  zing.kill('SIGTERM')
  expect(await exited).toEqual({ code: 0, signal: null })
  expect(Date.now() - stoppedAt).toBeLessThan(10_000)
  expect(Object.values(pids).filter(isAlive)).toEqual([])
  expect(readFileSync(path.join(dataDir, 'pids.json'), 'utf8')).toBe('{}\n')
})
