import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PIN, startAdmin, WRONG } from './setup-admin.ts'

const script = fileURLToPath(new URL('../src/unlock.ts', import.meta.url))
const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-unlock-'))
afterAll(() => rm(dataDir, { recursive: true }))
const { env, join } = await startAdmin()

function unlock(given: Record<string, string>): Promise<{ code: unknown; said: string }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...given }, timeout: 15_000 }
    execFile(process.execPath, [script], options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` })
    })
  })
}

const done = { code: 0, said: 'The admin PIN is unlocked: all attempts are there again.\n' }

beforeEach(async () => {
  for (let i = 0; i < ADMIN_PIN_ATTEMPTS; i++) await join().verify(WRONG)
  expect((await join().verify(PIN)).status).toBe(429)
})

test('an operator unlocks the PIN in the database that MONGO_URL names', async () => {
  expect(await unlock({ MONGO_URL: env.MONGO_URL })).toEqual(done)
  expect((await join().verify(PIN)).body).toEqual({ success: true })
})

test('or in the one that npm start has noted; without both the script says what it needs', async () => {
  expect(await unlock({})).toEqual({
    code: 1,
    said: expect.stringContaining('set MONGO_URL to the database of the service admin'),
  })
  expect((await join().verify(PIN)).status).toBe(429)

  await writeFile(path.join(dataDir, 'admin.env'), `MONGO_URL='${env.MONGO_URL}'\n`)
  expect(await unlock({})).toEqual(done)
  expect((await join().verify(PIN)).body).toEqual({ success: true })
})

test('a database that is away is said, and nothing hangs', async () => {
  const { code, said } = await unlock({ MONGO_URL: 'mongodb://127.0.0.1:9/admin' })
  expect([code, said]).toEqual([1, expect.stringMatching(/^The admin PIN is as it was: connect ECONNREFUSED/)])
})
