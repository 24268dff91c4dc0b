import { assertDocumented } from '@zing/openapi/assert-documented'
import { errors } from '@zing/proto/errors'
import { startStopwatch } from '@zing/testing/stopwatch'
import { expect, inject, test } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'

// Each test has its own addresses and users, so that the limits do not interfere.
const shared = await setupGateway({ RATE_PROFILE: 'strict', REDIS_URL: inject('redisUrl'), TRUST_PROXY: '1' })
const withoutRedis = await setupGateway({ RATE_PROFILE: 'strict', REDIS_URL: 'redis://127.0.0.1:1', TRUST_PROXY: '1' })
const json = { 'content-type': 'application/json' }
const run = Math.floor(Math.random() * 200)

interface Sent {
  path: string
  body?: unknown
  cookie?: string
}

async function sendFrom(address: string, { path, body, cookie = '' }: Sent, url = shared.url): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...json, 'x-forwarded-for': address, cookie },
  })
  await assertDocumented(body === undefined ? 'GET' : 'POST', response)
  return response
}

const registration = { name: 'Ada', age: 30, gender: 'f', orientation: 'o', username: 'ada', password: 'correct horse' }

test('SEC-90 an address’s eleventh registration in an hour is rejected, another address’s is not', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await sendFrom(`10.1.${run}.1`, { path: '/api/register', body: registration })).status)
  expect(statuses).toEqual([...Array(10).fill(201), 429])
  const rejected = await sendFrom(`10.1.${run}.1`, { path: '/api/register', body: registration })
  expect(await rejected.json()).toEqual(errors.tooManyRequests().body)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await sendFrom(`10.1.${run}.2`, { path: '/api/register', body: registration })).status).toBe(201)
})

test('SEC-90 refused registrations have a quota of their own for each address', async () => {
  const register = (username: string) =>
    sendFrom(`10.5.${run}.1`, { path: '/api/register', body: { ...registration, username } })
  for (let i = 0; i < 15; i++) expect((await register('taken')).status).toBe(409)
  for (let i = 0; i < 15; i++) expect((await register('a b')).status).toBe(400)
  for (let i = 0; i < 10; i++) expect((await register('ada')).status).toBe(201)
  expect((await register('ada')).status).toBe(429)

  const other = (username: string) =>
    sendFrom(`10.5.${run}.2`, { path: '/api/register', body: { ...registration, username } })
  for (let i = 0; i < 60; i++) expect((await other('taken')).status).toBe(409)
  const rejected = await other('taken')
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 3_000]).toEqual([429, true])
  expect((await other('ada')).status).toBe(429)
})

test('SEC-90 registrations that end in a 503 use up no quota', async () => {
  const down = await setupGateway({
    ...{ RATE_PROFILE: 'strict', REDIS_URL: inject('redisUrl'), TRUST_PROXY: '1' },
    AUTH_URL: 'http://127.0.0.1:1',
  })
  for (let i = 0; i < 12; i++)
    expect((await sendFrom(`10.7.${run}.1`, { path: '/api/register', body: registration }, down.url)).status).toBe(503)
})

test('an address is limited to sixty successful logins an hour, and failed ones do not count', async () => {
  const login = (password: string) =>
    sendFrom(`10.6.${run}.1`, { path: '/api/login', body: { username: 'ada', password } })
  for (let i = 0; i < 20; i++) expect((await login('wrong')).status).toBe(401)
  for (let i = 0; i < 60; i++) expect((await login('correct horse')).status).toBe(200)
  const rejected = await login('correct horse')
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 3_000]).toEqual([429, true])
  const event = { event: 'excess_rate_limit_exceeded', address: `10.6.${run}.1`, rule: 'login-accepted' }
  expect(shared.logged('security event')).toContainEqual(expect.objectContaining(event))
})

test('SEC-48 an address has thirty failed logins, even in parallel; successful ones do not count', async () => {
  const login = (password: string) =>
    sendFrom(`10.2.${run}.1`, { path: '/api/login', body: { username: 'ada', password } })
  for (let i = 0; i < 40; i++) expect((await login('correct horse')).status).toBe(200)
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await login('wrong')).status))
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30)
  expect((await login('correct horse')).status).toBe(429)
})

test('SEC-48 wrong passwords and failed logins share a limit, and a user has 20 changes an hour', async () => {
  const change = (address: string, cookie: string, currentPassword: string) =>
    sendFrom(address, {
      path: '/api/account/password',
      body: { currentPassword, newPassword: 'battery staple' },
      cookie,
    })
  const logIn = (address: string) =>
    sendFrom(address, { path: '/api/login', body: { username: 'ada', password: 'wrong' } })
  const [address, other] = [`10.8.${run}.1`, `10.8.${run}.2`]
  for (let i = 0; i < 15; i++) expect((await logIn(address)).status).toBe(401)
  for (let i = 0; i < 15; i++)
    expect((await change(address, shared.signedIn(920_000 + run * 20 + i), 'wrong')).status).toBe(403)
  expect((await change(address, shared.signedIn(930_000 + run), 'correct horse')).status).toBe(429)
  expect((await logIn(address)).status).toBe(429)
  const recovery = { username: 'ada', code: '7K3M-Q2ZD-04TR-91WC', newPassword: 'battery staple' }
  expect((await sendFrom(address, { path: '/api/recover', body: recovery })).status).toBe(429)

  const ada = shared.signedIn(940_000 + run)
  for (let i = 0; i < 20; i++) expect((await change(other, ada, 'correct horse')).status).toBe(204)
  const rejected = await change(other, ada, 'correct horse')
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 3_000]).toEqual([429, true])
})

test('SEC-48 wrong passkeys and failed logins share a limit, and challenges have their own', async () => {
  const [address, other] = [`10.9.${run}.1`, `10.9.${run}.2`]
  const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }
  const passkey = { id: 'unknown', rawId: 'unknown', type: 'public-key', response }
  const withPasskey = () => sendFrom(address, { path: '/api/login/passkey', body: { id: 'A'.repeat(22), passkey } })
  const withPassword = () => sendFrom(address, { path: '/api/login', body: { username: 'ada', password: 'wrong' } })
  for (let i = 0; i < 15; i++) expect((await withPasskey()).status).toBe(401)
  for (let i = 0; i < 15; i++) expect((await withPassword()).status).toBe(401)
  expect([(await withPasskey()).status, (await withPassword()).status]).toEqual([429, 429])

  const options = () => sendFrom(other, { path: '/api/login/passkey/options', body: {} })
  for (let i = 0; i < 120; i++) expect((await options()).status).toBe(200)
  const rejected = await options()
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 3_000]).toEqual([429, true])
})

test('SEC-120 a user may request the deletion ten times an hour, even without the password', async () => {
  const cookie = shared.signedIn(950_000 + run)
  const headers = { 'x-forwarded-for': `10.8.${run}.1`, cookie }
  const remove = () => fetch(`${shared.url}/api/account`, { method: 'DELETE', headers })
  for (let i = 0; i < 10; i++) expect((await remove()).status).toBe(403)
  const rejected = await remove()
  await assertDocumented('DELETE', rejected)
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 3_000]).toEqual([429, true])
})

test('SEC-26 a user gets fewer than 150 feed pages a minute, another user of the address all', async () => {
  const [mallory, ada] = [shared.signedIn(900_000 + run), shared.signedIn(910_000 + run)]
  let served = 0
  for (; served < 300; served++)
    if ((await sendFrom(`10.3.${run}.1`, { path: '/api/users', cookie: mallory })).status === 429) break
  expect(served).toBeLessThan(150)
  expect((await sendFrom(`10.3.${run}.1`, { path: '/api/users', cookie: ada })).status).toBe(200)
})

test('without Redis each process counts alone at half the rate, without delay', async () => {
  const statuses: number[] = []
  const stopwatch = startStopwatch()
  for (let i = 0; i < 6; i++)
    statuses.push((await sendFrom('10.4.0.1', { path: '/api/register', body: registration }, withoutRedis.url)).status)
  expect(statuses).toEqual([...Array(5).fill(201), 429])
  expect(stopwatch.elapsedMs()).toBeLessThan(5_000)
})
