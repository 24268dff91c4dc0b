import { once } from 'node:events'
import { publishTo } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import { getUser, login } from '@zing/proto/http/auth'
import { listUsers } from '@zing/proto/http/social'
import { sessionsChanged } from '@zing/proto/nats/broadcasts'
import { endpointsOf } from '@zing/proto/routes'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ORIGIN, setupGateway } from './setup/setup-gateway.ts'

const gateway = await setupGateway({}, { servesAdmin: true })

const fetchAs = (cookie: string, method: string, path: string) =>
  fetch(`${gateway.url}${path}`, { method, headers: { cookie } })

function signedInPending(sid: string): string {
  gateway.pending.add(sid)
  return gateway.signedIn(5, sid)
}

/** Paths that an account may call before somebody has let it in. */
const OWN = /^\/api\/(user|photos|logout|selfies|account)(\/|$)/

test('only own profile, photos and account are for pending accounts (10.door.pending)', () => {
  const all = Object.values(endpointsOf).flat()
  const withSession = all.filter(({ access }) => access === 'session')
  expect(withSession.filter(({ isForPending }) => isForPending)).toEqual(
    withSession.filter(({ path }) => OWN.test(path)),
  )
  expect(all.filter(({ isForPending, access }) => isForPending && access === 'public')).toEqual([])
})

test('every other call of a pending account is refused by the gateway (10.door.pending)', async () => {
  const cookie = signedInPending('refused')
  const others = Object.values(endpointsOf)
    .flat()
    .filter(({ access, isForPending }) => access === 'session' && !isForPending)
  const before = gateway.received.length
  for (const { method, path } of others) {
    const response = await fetchAs(cookie, method, path.replace(/\{\w+\}/g, '1'))
    expect([method, path, response.status, await response.json()]).toEqual([method, path, 403, errors.pending().body])
  }
  expect(gateway.received).toHaveLength(before)
  expect((await fetchAs(cookie, 'GET', getUser.path)).status).toBe(200)
})

test('the socket of a pending account is refused at the upgrade (10.door.pending)', async () => {
  const cookie = signedInPending('socket')
  const ws = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: ORIGIN } })
  const [, response] = await once(ws, 'unexpected-response').catch(() => [null, { statusCode: 0 }])
  expect(response.statusCode).toBe(403)
})

test('a pending account is refused from its first call after the sign-in (10.door.pending)', async () => {
  const body = JSON.stringify({ username: 'pending', password: 'correct horse' })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${gateway.url}${login.path}`, { method: 'POST', headers, body })
  expect([...signedIn.headers.keys()].filter((name) => name.startsWith('x-zing'))).toEqual([])
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await fetchAs(cookie, 'GET', listUsers.path)).status).toBe(403)
})

test('an approved account may do everything at once (10.door.pending)', async () => {
  const cookie = signedInPending('approved')
  expect((await fetchAs(cookie, 'GET', listUsers.path)).status).toBe(403)
  gateway.pending.delete('approved')
  const stopwatch = startStopwatch()
  publishTo(gateway.nats, sessionsChanged.subject, { sids: ['approved'], isPending: false })
  await vi.waitFor(async () => expect((await fetchAs(cookie, 'GET', listUsers.path)).status).toBe(200), WAIT)
  expect(stopwatch.elapsedMs()).toBeLessThan(2_000)
})

test('a member who is sent back loses calls and sockets, but not the session (10.door.pending)', async () => {
  const cookie = gateway.signedIn(5, 'reviewed')
  const ws = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: ORIGIN } })
  await once(ws, 'open')
  gateway.pending.add('reviewed')
  publishTo(gateway.nats, sessionsChanged.subject, { sids: ['reviewed'], isPending: true })
  await once(ws, 'close')
  expect((await fetchAs(cookie, 'GET', listUsers.path)).status).toBe(403)
  expect((await fetchAs(cookie, 'GET', getUser.path)).status).toBe(200)
})
