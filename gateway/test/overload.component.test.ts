import { keyOf } from '@zing/kit/env'
import { createApp } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import { createLog } from '@zing/kit/observability/logger'
import { metricsOf } from '@zing/kit/observability/metrics'
import { errors } from '@zing/proto/errors'
import { getUser } from '@zing/proto/http/auth'
import { readMessages, sendMessage } from '@zing/proto/http/chat'
import { listUsers } from '@zing/proto/http/social'
import { SOCKET_PATH } from '@zing/proto/paths'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { MAX_DELAY_MS } from '../src/overload/bounds.ts'
import { LANES } from '../src/overload/lanes.ts'
import { secrets } from './setup/session-tokens.ts'
import { ORIGIN, setupGateway } from './setup/setup-gateway.ts'

const log = createLog('gateway-test', 'silent')
const RESPOND_EVERY_MS = 50
const WAITING = 100
const PROBE_MS = 300
/** A call that is refused later than this has waited in the queue; others are refused at once. */
const QUEUED_MS = 500

/** Chat of this test. It responds to one send after another, and to a read mark at once. */
const sends: (() => void)[] = []
const timer = setInterval(() => sends.shift()?.(), RESPOND_EVERY_MS)
const chat = await listen(
  createApp({ log, secret: keyOf(secrets.INTERNAL_TOKEN_SECRET), isReady: () => true }, {}, [
    (serve) => {
      serve(sendMessage, async () => {
        await new Promise<void>((resolve) => sends.push(resolve))
        throw errors.mayNotMessage()
      })
      serve(readMessages, () => {})
    },
  ]),
  { PORT: 0, HOST: '127.0.0.1' },
)
/** Social of this test takes this long for a page of the feed, whatever the number of requests. */
let feedMs = 0
const social = await listen(
  createApp({ log, secret: keyOf(secrets.INTERNAL_TOKEN_SECRET), isReady: () => true }, {}, [
    (serve) => {
      serve(listUsers, () => new Promise((resolve) => setTimeout(resolve, feedMs, [])))
    },
  ]),
  { PORT: 0, HOST: '127.0.0.1' },
)
const sockets = new WebSocketServer({ noServer: true })
chat.server.on('upgrade', (req, socket, head) => sockets.handleUpgrade(req, socket, head, () => {}))
afterAll(() => {
  clearInterval(timer)
  for (const client of sockets.clients) client.terminate()
  chat.server.closeAllConnections()
  social.server.closeAllConnections()
  return Promise.all([chat.stop(), social.stop()])
})
const gateway = await setupGateway({ CHAT_URL: chat.url, SOCIAL_URL: social.url })
const cookie = gateway.signedIn(7)

async function metric(name: string, reason = ''): Promise<number> {
  const { text } = await metricsOf('test')()
  const line = text
    .split('\n')
    .find(
      (line) =>
        line.startsWith(`${name}{`) && line.includes('upstream="chat",lane="ordinary"') && line.includes(reason),
    )
  return Number(line?.split(' ').at(-1) ?? 0)
}

interface Outcome {
  status: number
  /** Time until the response. */
  ms: number
}

async function send(signal: AbortSignal, onResponse: (outcome: Outcome) => void): Promise<void> {
  const body = JSON.stringify({ receiverId: 6, content: 'hello' })
  const headers = { cookie, 'content-type': 'application/json' }
  const sentAt = performance.now()
  const response = await fetch(`${gateway.url}/api/messages`, { method: 'POST', headers, body, signal }).catch(
    () => null,
  )
  if (response) onResponse({ status: response.status, ms: performance.now() - sentAt })
}

/** Fills the lane, then sends twice as much as chat can do. */
function flood(signal: AbortSignal, onResponse: (outcome: Outcome) => void = () => {}): void {
  sends.length = 0 // drops sends of clients that have left
  for (let sent = 0; sent < LANES.ordinary.maxInFlight + WAITING; sent++) void send(signal, onResponse)
  const arrivals = setInterval(() => void send(signal, onResponse), RESPOND_EVERY_MS / 2)
  signal.addEventListener('abort', () => clearInterval(arrivals))
}

function markRead(): Promise<Response> {
  const signal = AbortSignal.timeout(PROBE_MS)
  return fetch(`${gateway.url}/api/messages/6/read`, { method: 'POST', headers: { cookie }, signal })
}

test('under overload calls are refused at once, sessions and sockets served; then all is served', async () => {
  const clients = new AbortController()
  onTestFinished(() => clients.abort())
  flood(clients.signal)

  const refused = await vi.waitFor(async () => {
    const response = await markRead() // it also throws after a wait that is longer than the probe
    expect(response.status).toBe(503)
    const body = await response.json()
    expect(await metric('zing_upstream_refused_total', 'reason="overloaded"')).toBeGreaterThan(0)
    return { headers: Object.fromEntries(response.headers), body }
  }, WAIT)
  expect(refused.headers).toMatchObject({
    'retry-after': '1',
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'x-content-type-options': 'nosniff',
    connection: 'keep-alive',
  })
  expect(refused.body).toEqual(errors.unavailable().body)

  const statusOf = async (path: string) => (await fetch(`${gateway.url}${path}`, { headers: { cookie } })).status
  for (const path of [getUser.path, listUsers.path]) // INV-11: other services serve
    await vi.waitFor(async () => expect(await statusOf(path)).toBe(200), WAIT)
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}${SOCKET_PATH}`, {
    headers: { cookie, origin: ORIGIN },
  })
  onTestFinished(() => socket.terminate())
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))

  clients.abort()
  await vi.waitFor(async () => expect((await markRead()).status).toBe(204), WAIT)
})

test('while chat is overloaded, a slow service’s feed is refused, and later it is served again', async () => {
  const clients = new AbortController()
  onTestFinished(() => {
    clients.abort()
    feedMs = 0
  })
  await vi.waitFor(async () => expect((await markRead()).status).toBe(204), WAIT)
  feedMs = 2 * MAX_DELAY_MS.discovery
  const feed = async () => (await fetch(`${gateway.url}${listUsers.path}`, { headers: { cookie } })).status
  const feeds = () => Promise.all(Array.from({ length: 8 }, feed))
  const areServed = async () => expect(new Set([...(await feeds()), ...(await feeds())])).toEqual(new Set([200]))
  await vi.waitFor(areServed, WAIT) // the earlier test's overload counts for a second

  flood(clients.signal)
  await vi.waitFor(async () => expect(await feeds()).toContain(503), WAIT)
  const user = async () => (await fetch(`${gateway.url}${getUser.path}`, { headers: { cookie } })).status
  await vi.waitFor(async () => expect(await user()).toBe(200), WAIT)

  clients.abort()
  await vi.waitFor(areServed, WAIT)
})

test('when the overload lasts, calls accepted at its start are refused early', async () => {
  const clients = new AbortController()
  onTestFinished(() => clients.abort())
  await vi.waitFor(async () => expect((await markRead()).status).toBe(204), WAIT)
  const waitedInVain = () => metric('zing_upstream_refused_total', 'reason="waited"')
  const before = await waitedInVain()

  const refusedAfterMs: number[] = []
  flood(clients.signal, ({ status, ms }) => status === 503 && refusedAfterMs.push(ms))
  await vi.waitFor(async () => {
    const queued = refusedAfterMs.filter((ms) => ms > QUEUED_MS).length
    expect(queued - ((await waitedInVain()) - before)).toBeGreaterThan(0)
  }, WAIT)
})

test('when a call with a long body is refused, its response and the connection end together', async () => {
  const clients = new AbortController()
  onTestFinished(() => clients.abort())
  await vi.waitFor(async () => expect((await markRead()).status).toBe(204), WAIT)
  flood(clients.signal)
  await vi.waitFor(async () => expect((await markRead()).status).toBe(503), WAIT)
  const body = 'x'.repeat(1024 * 1024)
  const refused = await fetch(`${gateway.url}/api/messages`, { method: 'POST', headers: { cookie }, body })
  expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close'])
})
