import { createLog } from '@zing/kit/observability/logger'
import { CLIENT_ADDRESS_HEADER, DEVICE_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { findPlaces } from '@zing/proto/http/places'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import jwt from 'jsonwebtoken'
import { afterAll, expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import { photo } from './pictures.ts'
import { newDetails, ORIGIN } from './setup-auth.ts'

const env = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN }
const lines: string[] = []
const log = createLog('auth', 'trace', { write: (line: string) => void lines.push(line) })
const auth = await start(Config.parse(env), { log })
afterAll(() => auth.stop())
const anonymous = serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, null)

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString()

function sidOf(headers: Headers): string {
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  return sid
}

test('SEC-38 logs name account and address, but no username, password, photo, place or token (V14.2.4)', async () => {
  const selfie = await photo()
  const details = { ...newDetails(), password: 'canary-right', selfie }
  const address = { [CLIENT_ADDRESS_HEADER]: '203.0.113.7' }
  const { body: user, headers } = await anonymous.call(contract.registerUser, { body: details, headers: address })
  for (const username of [details.username, 'canary.name']) {
    await anonymous.call(contract.login, {
      body: { username, password: 'canary-wrong' },
      headers: { ...address, 'user-agent': 'canary\\nagent' },
    })
  }
  const login = await anonymous.call(contract.login, {
    body: { username: details.username, password: 'canary-right' },
    headers: { ...address, [DEVICE_HEADER]: headers.get(DEVICE_HEADER) ?? '' },
  })
  const identity = { userId: user.id, sid: sidOf(login.headers) }
  const client = serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, identity)
  const town = { placeId: '2911298', placeName: 'Hamburg' }
  await client.call(contract.updateUser, { body: { ...town, trip: { ...town, until: tomorrow() } } })
  await client.call(contract.updateUser, { body: { ...town, placeName: 'canary-town' } })
  await anonymous.call(findPlaces, { query: { q: 'canary-town' } })
  await client.call(contract.logout, { headers: address })
  for (let i = 0; i < 5; i++) {
    await anonymous.call(contract.login, {
      body: { username: details.username, password: 'canary-wrong' },
      headers: address,
    })
  }
  await anonymous.call(contract.registerUser, { body: { ...details, selfie: 'data:image/jpeg;base64,canary' } })

  const text = lines.join('')
  const cookies = [SESSION_HEADER, DEVICE_HEADER].map((name) => login.headers.get(name) ?? 'none')
  for (const secret of ['canary', details.username, selfie, town.placeId, town.placeName, ...cookies]) {
    expect(text).not.toContain(secret)
  }
  const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security event')
  const own = { userId: user.id, address: '203.0.113.7' }
  const failure = { event: 'authn_login_fail', ...own, isKnownDevice: false }
  expect(events).toMatchObject([
    { event: 'user_created', ...own },
    failure,
    { event: 'authn_login_fail', address: '203.0.113.7' },
    { event: 'authn_login_success', ...own, isKnownDevice: true },
    { event: 'session_expired', ...own, reason: 'logout' },
    ...Array(4).fill(failure),
    { event: 'authn_login_lock', ...own },
  ])
  expect(events[2]).not.toHaveProperty('userId')
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([])
})
