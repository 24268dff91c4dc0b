import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { errors } from '@zing/proto/errors'
import { openRaw } from '@zing/testing/raw-http'
import { WAIT } from '@zing/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Listening, listen } from '../../src/http/listen.ts'

const HOST = '127.0.0.1'
const BIG_BYTES = 16 * 1024 * 1024
const RESPONSE = /^HTTP\/1\.1 (?<status>\d+) .*content-type: application\/json.*\r\n\r\n(?<body>.*)$/is

let http: Listening
/** Cuts connections soon on which nothing moves. */
let impatient: Listening
let upgrades: number

const app: RequestListener = (req, res) => {
  req.resume()
  if (req.url === '/big') res.end(Buffer.alloc(BIG_BYTES))
  else if (req.url === '/unfinished') res.write('begun')
  else req.once('end', () => res.end('ok'))
}

beforeAll(async () => {
  http = await listen(app, { PORT: 0, HOST }, { requestMs: 300, checkMs: 100 })
  impatient = await listen(app, { PORT: 0, HOST }, { idleMs: 300 })
  http.server.on('upgrade', (_req, socket) => {
    upgrades += 1
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  })
})
beforeEach(() => {
  upgrades = 0
})
afterAll(() => Promise.all([http.stop(), impatient.stop()]))

async function errorOf(text: string): Promise<{ status: number; body: unknown }> {
  const { closed, socket } = await openRaw(http.url, text)
  const { status, body } = RESPONSE.exec(await closed)?.groups ?? {}
  socket.destroy()
  return { status: Number(status), body: body && JSON.parse(body) }
}

test.each([
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['no Host header', 'GET / HTTP/1.1\r\n\r\n'],
  ['a broken request line', 'GET / HTTP/9.9 x\r\n\r\n'],
  [
    'two Host headers at an upgrade',
    'GET /ws HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
])('SEC-04 a request with %s gets a 400 in JSON, and its connection is closed', async (_case, text) => {
  expect(await errorOf(text)).toEqual({ status: 400, body: errors.invalidRequest().body })
  expect(upgrades).toBe(0)
})

test('SEC-81 a request that does not arrive in time gets a 408 in JSON', async () => {
  const expected = { status: 408, body: errors.requestTimeout().body }
  expect(await errorOf('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')).toEqual(expected)
  expect(await errorOf('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab')).toEqual(expected)
})

test('SEC-81 a connection opened ahead gets no 408, and its first request is served', async () => {
  const raw = await openRaw(http.url)
  await once(http.server, 'clientError') // the client has used up the time of a request
  raw.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await vi.waitFor(() => expect(raw.received()).toMatch(/^HTTP\/1\.1 200 OK/), WAIT)
  raw.socket.destroy()
})

test('SEC-81 a connection that is never used is cut', async () => {
  const raw = await openRaw(impatient.url)
  expect(await raw.closed).toBe('')
})

test('headers that are too large get a 431 in JSON', async () => {
  expect(await errorOf(`GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(64 * 1024)}\r\n\r\n`)).toEqual({
    status: 431,
    body: errors.headersTooLarge().body,
  })
})

test('a malformed request behind a begun response gets no answer inside that response', async () => {
  const raw = await openRaw(http.url, 'GET /unfinished HTTP/1.1\r\nHost: a\r\n\r\n')
  await vi.waitFor(() => expect(raw.received()).toContain('begun'), WAIT)
  raw.socket.write('junk\r\n\r\n')
  expect((await raw.closed).match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a request that offers another protocol, like curl --http2, is served as HTTP/1.1', async () => {
  const raw = await openRaw(
    http.url,
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
  )
  await vi.waitFor(() => expect(raw.received()).toMatch(/^HTTP\/1\.1 200 OK.*ok/s), WAIT)
  expect(upgrades).toBe(0)
  raw.socket.destroy()
})

test('a request for a WebSocket is an upgrade', async () => {
  const raw = await openRaw(
    http.url,
    'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n',
  )
  expect(await raw.closed).toContain('101')
  expect(upgrades).toBe(1)
  raw.socket.destroy()
})

test('SEC-81 a client that requests much and never reads is cut', async () => {
  const cut = once(impatient.server, 'connection').then(([socket]) => once(socket, 'close'))
  const raw = await openRaw(impatient.url)
  raw.socket.pause()
  raw.socket.write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(8))
  await cut
  raw.socket.destroy()
})

test.runIf(process.platform === 'linux')(
  'a crowd of connections is accepted within a few turns of the event loop',
  async () => {
    const CROWD = 400
    let accepted = 0
    http.server.on('connection', () => (accepted += 1))
    const sockets = Array.from({ length: CROWD }, () => connect(Number(new URL(http.url).port), HOST))
    let turns = 0
    for (; accepted < CROWD; turns++) await nextTurn()
    expect(turns).toBeLessThan(CROWD / 4)
    for (const socket of sockets) socket.destroy()
  },
)

test('a port in use is refused, and is free again after a stop', async () => {
  const PORT = Number(new URL(http.url).port)
  await expect(listen(app, { PORT, HOST })).rejects.toThrow('EADDRINUSE')
  const first = await listen(app, { PORT: 0, HOST })
  await first.stop()
  const second = await listen(app, { PORT: Number(new URL(first.url).port), HOST })
  await second.stop()
})
