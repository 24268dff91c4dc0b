import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { expect, onTestFinished, test } from 'vitest'
import { makeSecrets, writeSecrets } from './make-secrets.ts'
import { readEnvFile } from './policy/files.ts'
import { SECRET_NAMES } from './secrets/secret-values.ts'

test('.env has a value of its own for every secret, and with a domain the tls profile', () => {
  const { VAPID_PUBLIC_KEY, COMPOSE_PROFILES, ZING_DOMAIN, ...secrets } = readEnvFile(makeSecrets('zing.example.org'))
  expect(Object.keys(secrets)).toEqual(SECRET_NAMES)
  expect(new Set(Object.values(secrets)).size).toBe(SECRET_NAMES.length)
  expect(secrets.ADMIN_PIN).toMatch(/^\d{4}$/)
  expect(secrets.NATS_CHAT_PASSWORD).toMatch(/^k\w{64}$/)
  expect(VAPID_PUBLIC_KEY).toBe(vapidPublicKeyOf(secrets.VAPID_PRIVATE_KEY ?? ''))
  expect([COMPOSE_PROFILES, ZING_DOMAIN]).toEqual(['tls', 'zing.example.org'])
})

test('.env is readable by its owner only, and never overwritten', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, '.env')

  await expect(writeSecrets(file, 'not a domain')).rejects.toThrow('is not a domain')
  await writeSecrets(file, null)
  const first = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect(writeSecrets(file, null)).rejects.toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe(first)
})

test('SEC-76 equal secrets in an existing .env are reported, without their values', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, '.env')
  writeFileSync(file, 'SESSION_SECRET=same\nREDIS_PASSWORD=other\nINTERNAL_TOKEN_SECRET=same\nADMIN_PIN=4711\n')

  const error: Error = await writeSecrets(file, null).catch((reason) => reason)
  expect(error.message).toContain('SESSION_SECRET and INTERNAL_TOKEN_SECRET are equal')
  expect(error.message).not.toMatch(/same|other/)
})
