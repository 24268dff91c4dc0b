import { type AnyEndpoint, pathOf } from '@zing/proto/endpoint'
import * as account from '@zing/proto/http/account'
import { getDiscoveryHints, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import * as exports from '@zing/proto/http/exports'
import * as passkeys from '@zing/proto/http/passkeys'
import { addPhoto } from '@zing/proto/http/photos'
import { subscribeToPush } from '@zing/proto/http/push'
import { createAppeal, reportUser } from '@zing/proto/http/reports'
import { getCase, getEvidencePhoto, listHeld } from '@zing/proto/http/staff/moderation'
import * as suspended from '@zing/proto/http/suspended'
import { expect, inject, test } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'

// Each test has its own addresses and users, so that the limits do not interfere.
const strict = { RATE_PROFILE: 'strict', REDIS_URL: inject('redisUrl'), TRUST_PROXY: '1' }
const gateway = await setupGateway(strict, { servesAdmin: true })
const run = Math.floor(Math.random() * 200)
let users = 1_000_000 + run * 1_000
let addresses = 0

function newCookie(): string {
  users += 1
  return gateway.signedIn(users)
}

const params = { id: 1, reportId: 1, token: 'A'.repeat(43) }

function newAddress(): string {
  addresses += 1
  return `10.${20 + Math.floor(addresses / 256)}.${run}.${addresses % 256}`
}

interface Outcome {
  isLimited: boolean
  retryAfter: number
}

async function send(endpoint: AnyEndpoint, cookie: string, address: string): Promise<Outcome> {
  const { status, headers } = await fetch(`${gateway.url}${pathOf(endpoint, params)}`, {
    method: endpoint.method,
    headers: { cookie, 'x-forwarded-for': address, ...(endpoint.body && { 'content-type': 'application/json' }) },
    ...(endpoint.body && { body: '{}' }),
  })
  return { isLimited: status === 429, retryAfter: Number(headers.get('retry-after') ?? 0) }
}

/** Makes calls in turn and returns how many passed before the first refusal. */
async function callsUntilLimited(call: () => Promise<Outcome>, max: number): Promise<number> {
  for (let calls = 0; calls <= max; calls++) {
    const { isLimited, retryAfter } = await call()
    if (!isLimited) continue
    expect(retryAfter).toBeGreaterThan(0)
    return calls
  }
  return Number.POSITIVE_INFINITY
}

test.each<[AnyEndpoint, AnyEndpoint, number]>([
  [account.createRecoveryCodes, account.createRecoveryCodes, 20],
  [account.confirmPassword, passkeys.confirmWithPasskey, 20],
  [passkeys.addPasskey, passkeys.createPasskeyOptions, 60],
  [passkeys.removePasskey, passkeys.createConfirmOptions, 60],
  [exports.createExport, exports.createExport, 5],
  [exports.getExport, exports.getExport, 60],
  [reportUser, reportUser, 30],
  [getCase, getEvidencePhoto, 120],
  [listHeld, getCase, 120],
  [subscribeToPush, subscribeToPush, 60],
  [setDiscoveryPreferences, setDiscoveryPreferences, 60],
  [getDiscoveryHints, getDiscoveryHints, 30],
  [addPhoto, addPhoto, 60],
])(
  '$0.method $0.path is limited per user, whatever the address, together with $1.path',
  async (endpoint, other, limit) => {
    const cookie = newCookie()
    expect(await callsUntilLimited(() => send(endpoint, cookie, newAddress()), limit)).toBe(limit)
    const address = newAddress()
    expect((await send(other, cookie, address)).isLimited).toBe(true)
    expect((await send(endpoint, newCookie(), address)).isLimited).toBe(false)
  },
)

test.each<[AnyEndpoint, number, () => string]>([
  [reportUser, 60, newCookie],
  [createAppeal, 20, () => ''],
  [suspended.exportSuspended, 10, () => ''],
  [suspended.getSuspendedExport, 60, () => ''],
  [suspended.deleteSuspended, 20, () => ''],
])('$0.method $0.path is limited per address, with or without a session', async (endpoint, limit, cookie) => {
  const address = newAddress()
  expect(await callsUntilLimited(() => send(endpoint, cookie(), address), limit)).toBe(limit)
  expect((await send(endpoint, cookie(), newAddress())).isLimited).toBe(false)
})
