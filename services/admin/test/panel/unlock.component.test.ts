import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import { runScript } from '@zing/testing/run-script'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PIN, setupAdmin, WRONG } from '../setup-admin.ts'

const script = new URL('../../src/unlock.ts', import.meta.url)
const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-unlock-'))
afterAll(() => rm(dataDir, { recursive: true }))
const { env, newUser } = await setupAdmin()

const unlock = (variables: Record<string, string>) => runScript(script, { DATA_DIR: dataDir, ...variables })

const done = { code: 0, output: 'Admin PIN unlocked: all attempts are available again.\n' }

beforeEach(async () => {
  for (let i = 0; i < ADMIN_PIN_ATTEMPTS; i++) await newUser().verify(WRONG)
  expect((await newUser().verify(PIN)).status).toBe(429)
})

test('admin:unlock unlocks the PIN in the database of MONGO_URL', async () => {
  expect(await unlock({ MONGO_URL: env.MONGO_URL })).toEqual(done)
  expect((await newUser().verify(PIN)).body).toEqual({ success: true })
})

test('when a file holds MONGO_URL, as in containers, admin:unlock reads it', async () => {
  const file = path.join(dataDir, 'MONGO_URL')
  await writeFile(file, `${env.MONGO_URL}\n`)
  expect(await unlock({ MONGO_URL_FILE: file })).toEqual(done)
  expect((await newUser().verify(PIN)).body).toEqual({ success: true })
})

test('without MONGO_URL, admin:unlock uses npm start; without both it asks for MONGO_URL', async () => {
  expect(await unlock({})).toEqual({
    code: 1,
    output: expect.stringContaining('set MONGO_URL to the database of the service admin'),
  })
  expect((await newUser().verify(PIN)).status).toBe(429)

  await writeFile(path.join(dataDir, 'admin.env'), `MONGO_URL='${env.MONGO_URL}'\n`)
  expect(await unlock({})).toEqual(done)
  expect((await newUser().verify(PIN)).body).toEqual({ success: true })
})

test('admin:unlock reports an unavailable database instead of hanging', async () => {
  const { code, output } = await unlock({ MONGO_URL: 'mongodb://127.0.0.1:9/admin' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^Admin PIN not unlocked: connect ECONNREFUSED/)])
})
