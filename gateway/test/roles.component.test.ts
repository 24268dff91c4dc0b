import { errors } from '@zing/proto/errors'
import { listCases } from '@zing/proto/http/staff/moderation'
import { SESSION_CACHE_FRESH_MS } from '@zing/proto/limits'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'

const gateway = await setupGateway({}, { servesAdmin: true })

const cases = (cookie: string, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${listCases.path}`, { headers: { cookie, ...headers } })

function signedInAs(role: string | null, userId = 5): { cookie: string; sid: string } {
  const sid = `${role}-${Math.random()}`
  if (role) gateway.roles.set(sid, role)
  return { cookie: gateway.signedIn(userId, sid), sid }
}

test.each(['moderator', 'admin'])(
  'SEC-130 a %s is let through, with the role in the token of the gateway',
  async (role) => {
    const { cookie, sid } = signedInAs(role)
    expect((await cases(cookie)).status).toBe(200)
    expect(gateway.received.at(-1)?.caller).toMatchObject({ userId: 5, sid, role })
  },
)

test.each([null, 'owner', ''])('SEC-130 a session with the role %j is refused by the service', async (role) => {
  const before = gateway.received.length
  const response = await cases(signedInAs(role).cookie, { 'x-role': 'admin', 'x-user-role': 'admin', role: 'admin' })
  expect([response.status, await response.json()]).toEqual([403, errors.notAllowed().body])
  expect(gateway.received).toHaveLength(before)
})

test('SEC-130 a withdrawn role counts for five seconds at most, even for a session in use', async () => {
  const { cookie, sid } = signedInAs('moderator')
  expect((await cases(cookie)).status).toBe(200)
  gateway.roles.delete(sid)
  const stopwatch = startStopwatch()
  await vi.waitFor(async () => expect((await cases(cookie)).status).toBe(403), WAIT)
  expect(stopwatch.elapsedMs()).toBeLessThan(SESSION_CACHE_FRESH_MS + 1_000)
})

test('a moderator has the role immediately after signing in', async () => {
  gateway.roles.set('fresh', 'moderator')
  const body = JSON.stringify({ username: 'ada', password: 'correct horse' })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${gateway.url}/api/login`, { method: 'POST', headers, body })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await cases(cookie)).status).toBe(200)
})

test('other calls carry no role', async () => {
  const { cookie } = signedInAs('admin')
  expect((await fetch(`${gateway.url}/api/user`, { headers: { cookie } })).status).toBe(200)
  const token = String(gateway.received.at(-1)?.headers.authorization ?? '').split('.')[1] ?? ''
  expect(Buffer.from(token, 'base64url').toString()).not.toContain('"role"')
})
