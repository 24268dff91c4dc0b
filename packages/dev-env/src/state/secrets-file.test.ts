import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/fake-environment.ts'
import { loadOrCreateSecrets } from './secrets-file.ts'

test('secrets are created once, with 32 random bytes, and only their owner can read the file', async () => {
  const folder = temporaryFolder()
  const first = await loadOrCreateSecrets(folder)

  expect(await loadOrCreateSecrets(folder)).toEqual(first)
  expect(first.sessionSecret).toMatch(/^[\w-]{43}$/)
  expect(first.internalTokenSecret).toMatch(/^[\w-]{43}$/)
  expect(first.adminPin).toMatch(/^\d{4}$/)
  expect(vapidPublicKeyOf(first.vapidPrivateKey)).toMatch(/^B[\w-]{86}$/)
  expect(first.sessionSecret).not.toBe(first.internalTokenSecret)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('two data folders have different secrets', async () => {
  const [one, other] = [await loadOrCreateSecrets(temporaryFolder()), await loadOrCreateSecrets(temporaryFolder())]

  expect(one.sessionSecret).not.toBe(other.sessionSecret)
})

test.each(['{"sessionSecret":', '{}', '{"sessionSecret":"x","internalTokenSecret":"y","adminPin":"1"}'])(
  'damaged secrets are rejected with one sentence that names the file: %s',
  async (content) => {
    const file = path.join(temporaryFolder(), 'secrets.json')
    writeFileSync(file, content)

    await expect(loadOrCreateSecrets(path.dirname(file))).rejects.toThrow(
      `${file} is damaged. Move it away and start again: new secrets are created, and everyone has to log in again.`,
    )
  },
)
