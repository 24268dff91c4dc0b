import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { expect, onTestFinished, test } from 'vitest'
import { makeSecrets, writeSecrets } from './make-secrets.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the variable syntax of Compose
test('every variable without a default gets a value of its own in .env', () => {
  const text = makeSecrets('a: ${A_SECRET}\nb: ${B_PASSWORD:?why}\nc: ${C:-3}\n# ${D}\ne: $${E}\n', null)
  const [, a, b] = /^A_SECRET=(\w{65})\nB_PASSWORD=(\w{65})$/m.exec(text) ?? []
  expect(a).toBeDefined()
  expect(a).not.toBe(b)
  expect(text).not.toMatch(/^[CDE]=/m)
})

test('.env has a PIN of four digits, and with a domain the tls profile', () => {
  const text = makeSecrets('${ADMIN_PIN} ${PUBLIC_ORIGINS}', 'zing.example.org')
  expect(text).toMatch(/^ADMIN_PIN=\d{4}$/m)
  expect(text).toContain('PUBLIC_ORIGINS=https://zing.example.org\nCOMPOSE_PROFILES=tls\n')
})

test('.env has a pair of keys for Web Push', () => {
  const [, publicKey, privateKey = ''] =
    /^VAPID_PUBLIC_KEY=(.*)\nVAPID_PRIVATE_KEY=(.*)$/m.exec(makeSecrets('', null)) ?? []
  expect(publicKey).toBe(vapidPublicKeyOf(privateKey))
})

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the variable syntax of Compose

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
