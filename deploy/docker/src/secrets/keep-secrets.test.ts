import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { COMMON_PINS } from '@zing/proto/accounts/pins'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeSecrets } from '../make-secrets.ts'
import { readEnvFile } from '../policy/files.ts'
import { keepSecrets } from './keep-secrets.ts'
import { secretFiles } from './secret-files.ts'
import { newSecrets, SECRET_NAMES } from './secret-values.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zing-secrets-'))
  for (const name of ['kept', ...Object.keys(secretFiles(newSecrets()))]) await mkdir(path.join(folder, name))
  onTestFinished(() => rm(folder, { recursive: true }))
})

const read = (file: string) => readFile(path.join(folder, file), 'utf8')

test('the first start creates every secret, and each has a value of its own', async () => {
  const { secrets, created, replaced } = await keepSecrets(folder, {})
  expect(created).toEqual(SECRET_NAMES)
  expect(replaced).toEqual([])
  expect(new Set(Object.values(secrets)).size).toBe(SECRET_NAMES.length)
  expect(secrets.ADMIN_PIN).toMatch(/^\d{4}$/)
  expect(COMMON_PINS).not.toContain(secrets.ADMIN_PIN)
  expect(await read('auth/MONGO_URL')).toBe(
    `mongodb://zing_auth:${secrets.MONGO_AUTH_PASSWORD}@mongodb:27017/zing_auth`,
  )
  expect(await read('chat/VAPID_PUBLIC_KEY')).toBe(vapidPublicKeyOf(await read('social/VAPID_PRIVATE_KEY')))
  expect((await readdir(path.join(folder, 'redis'))).sort()).toEqual(['REDIS_PASSWORD'])
  expect((await stat(path.join(folder, 'redis/REDIS_PASSWORD'))).mode & 0o777).toBe(0o440)
  expect(readEnvFile(await read('kept/secrets.env'))).toEqual(secrets)
})

test('later starts keep every secret, also after a crash while it wrote (10.community.secrets)', async () => {
  const first = await keepSecrets(folder, {})
  await writeFile(path.join(folder, 'nats/NATS_CHAT_PASSWORD.new'), 'half', { mode: 0o440 })
  await rm(path.join(folder, 'nats/NATS_CHAT_PASSWORD'))
  const second = await keepSecrets(folder, { MONGO_CHAT_PASSWORD: '' })
  expect(second).toEqual({ secrets: first.secrets, created: [], replaced: [] })
  expect(await read('nats/NATS_CHAT_PASSWORD')).toBe(first.secrets.NATS_CHAT_PASSWORD)
  expect(await readdir(path.join(folder, 'nats'))).toHaveLength(6)
})

test('an installation with .env goes on with its secrets, also when .env is gone later', async () => {
  const env = readEnvFile(makeSecrets(null))
  const { secrets, created } = await keepSecrets(folder, env)
  expect(created).toEqual([])
  expect(env).toMatchObject(secrets)
  expect(await keepSecrets(folder, {})).toEqual({ secrets, created: [], replaced: [] })
})

test('when a variable replaces a kept secret, it is named and the earlier secrets stay in a file', async () => {
  const first = await keepSecrets(folder, {})
  const before = await read('kept/secrets.env')
  const { secrets, replaced } = await keepSecrets(folder, { MONGO_AUTH_PASSWORD: 'an/other@password' })
  expect(replaced).toEqual(['MONGO_AUTH_PASSWORD'])
  expect(secrets).toEqual({ ...first.secrets, MONGO_AUTH_PASSWORD: 'an/other@password' })
  expect(await read('auth/MONGO_URL')).toContain(':an%2Fother%40password@')
  expect(await read('mongodb/MONGO_AUTH_PASSWORD')).toBe('an/other@password')
  expect(await read('kept/earlier.env')).toBe(before)
})

test('a secret of several lines is refused, since nothing could read it back', async () => {
  await expect(keepSecrets(folder, { SESSION_SECRET: 'a\nb' })).rejects.toThrow('SESSION_SECRET must be one line')
})
