import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tryLock, unlock } from '../bootstrap/pid-lock.mjs'
import { freePort } from '../src/processes/free-port.ts'
import { ROOT } from '../src/root.ts'
import { temporaryFolder } from './fake-environment.ts'

// Expected errors of `npm start`: one sentence on stderr and exit code 1.

async function start(env: Record<string, string>): Promise<{ code: number | null; sentence: string }> {
  const child = spawn(process.execPath, ['packages/dev-env/src/start.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await freePort()), DEMO: '0', MONGO_DOWNLOAD: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let sentence = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    sentence += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, sentence: sentence.trim() }
}

test('npm start fails with one sentence for a port in use', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())

  expect(await start({ DATA_DIR: temporaryFolder(), PORT: String(port) })).toEqual({
    code: 1,
    sentence: `Port ${port} is in use. Stop the program that uses it or start with another one: PORT=${port + 1} npm start`,
  })
})

test('npm start fails with one sentence for invalid options', async () => {
  expect(await start({ DATA_DIR: temporaryFolder(), PORT: 'eight', DEMO: 'yes' })).toEqual({
    code: 1,
    sentence: 'Please correct: PORT must be a number up to 65535; DEMO must be 0 or 1.',
  })
})

test('npm start fails with one sentence for a data folder that is not writable', async () => {
  const file = path.join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const dataDir = path.join(file, 'data') // below a file: not even root can create a folder there

  expect(await start({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    sentence: `Zing cannot write to its data folder ${dataDir} (ENOTDIR): make it writable, or start with another DATA_DIR.`,
  })
})

test('npm start fails with one sentence for a data folder that another Zing uses', async () => {
  const dataDir = temporaryFolder()
  const lock = path.join(dataDir, 'lock')
  expect(tryLock(lock)).toBeNull()
  onTestFinished(() => unlock(lock))

  expect(await start({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    sentence: `${dataDir} is in use by another Zing (process ${process.pid}): stop that one, or start with another DATA_DIR.`,
  })
})

test('npm start fails with one sentence for damaged secrets', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(path.join(dataDir, 'secrets.json'), '{"sessionSecret":')

  expect(await start({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    sentence: `${dataDir}/secrets.json is damaged. Move it away and start again: new secrets are created, and everyone has to log in again.`,
  })
})

test('npm start fails with one sentence without NATS', async () => {
  const nowhere = { PATH: temporaryFolder(), MONGO_URL: 'mongodb://127.0.0.1:1', NATS_URL: '' }

  expect(await start({ DATA_DIR: temporaryFolder(), ...nowhere })).toEqual({
    code: 1,
    sentence:
      'NATS is missing: install nats-server ("apt install nats-server", "brew install nats-server" or from nats.io) or Python with pip, or start Docker, or set NATS_URL.',
  })
})

test('npm start fails with one sentence for a damaged database', async () => {
  const dataDir = temporaryFolder()
  const folder = path.join(dataDir, 'mongodb-embedded')
  mkdirSync(folder)
  writeFileSync(path.join(dataDir, 'mongodb-kind'), 'embedded\n')
  writeFileSync(path.join(folder, 'data.mdb'), 'garbage '.repeat(10_000))

  const { code, sentence } = await start({ DATA_DIR: dataDir, MONGO_URL: '' })
  expect(code).toBe(1)
  expect(sentence).toMatch(/^embedded-mongo did not start: it (was )?ended (by|with) .*\./)
  expect(sentence).toContain(`If its data is damaged, move ${folder} away and start again.`)
})
