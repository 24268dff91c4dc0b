import { once } from 'node:events'
import { publishTo } from '@zing/kit/nats/broadcast'
import { endOtherSessions } from '@zing/proto/http/account'
import { getUser, logout } from '@zing/proto/http/auth'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ORIGIN, setupGateway } from './setup/setup-gateway.ts'

const gateway = await setupGateway()

/** Opens a socket over which a frame was sent and answered. */
async function openSocket(cookie: string) {
  const ws = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: ORIGIN } })
  onTestFinished(() => ws.terminate())
  await once(ws, 'open')
  const connection = gateway.upgraded.at(-1)
  ws.send('before')
  await once(ws, 'message')
  const closed = once(ws, 'close').then(([code]) => code as number)
  return { ws, connection, closed }
}

async function call({ method, path }: { method: string; path: string }, cookie: string): Promise<Headers> {
  const response = await fetch(`${gateway.url}${path}`, { method, headers: { cookie } })
  expect(response.status).toBe(204)
  return response.headers
}

/** Resolves when everything that a client has sent has reached the test service or was discarded. */
async function untilSent(ws: WebSocket, text: string): Promise<void> {
  await new Promise((resolve) => ws.send(text, resolve))
  const other = await openSocket(gateway.signedIn(6)) // passes through the same processes
  other.ws.terminate()
}

test('SEC-13 frames that a client sends after the response to its logout are not forwarded', async () => {
  const cookie = gateway.signedIn(5)
  const [own, other] = [await openSocket(cookie), await openSocket(gateway.signedIn(5))]
  await call(logout, cookie)
  await untilSent(own.ws, 'after the logout')
  await untilSent(other.ws, 'of another session')
  await vi.waitFor(() => expect(gateway.frames).toContain('of another session'), WAIT)
  expect(gateway.frames).not.toContain('after the logout')
})

test('SEC-13 the service’s close frame arrives, and without one the connection is cut', async () => {
  const cookie = gateway.signedIn(5)
  const [closedByChat, forgotten] = [await openSocket(cookie), await openSocket(cookie)]
  await call(logout, cookie)
  closedByChat.connection?.end(Buffer.from([0x88, 0x02, 0x03, 0xe8])) // 1000
  expect(await closedByChat.closed).toBe(1000)
  expect(await forgotten.closed).toBe(1006)
})

test('SEC-13 sockets of other ended sessions are cut too, and the client learns no name of them', async () => {
  const cookie = gateway.signedIn(5, 'elsewhere')
  const elsewhere = await openSocket(cookie)
  const headers = await call(endOtherSessions, gateway.signedIn(5))
  expect([...headers.keys()].filter((name) => name.startsWith('x-zing'))).toEqual([])
  await untilSent(elsewhere.ws, 'after its end')
  expect(gateway.frames).not.toContain('after its end')
  expect(await statusOf(cookie)).toBe(401)
})

test.each([
  ['one session', (sid: string) => [sid]],
  ['all sessions', () => null],
])('SEC-13 the broadcast that ends %s cuts the sockets of other gateways', async (which, sids) => {
  const cookie = gateway.signedIn(5, which)
  const own = await openSocket(cookie)
  gateway.signOut(which)
  publishTo(gateway.nats, sessionsRevoked.subject, { sids: sids(which) })
  await vi.waitFor(async () => expect(await statusOf(cookie)).toBe(401), WAIT)
  await untilSent(own.ws, `after the end of ${which}`)
  expect(gateway.frames).not.toContain(`after the end of ${which}`)
})

async function statusOf(cookie: string): Promise<number> {
  return (await fetch(`${gateway.url}${getUser.path}`, { headers: { cookie } })).status
}
