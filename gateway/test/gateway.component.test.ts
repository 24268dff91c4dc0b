import { once } from 'node:events'
import net from 'node:net'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { broadcast } from '@zing/kit/nats/broadcast'
import { assertDocumented } from '@zing/openapi/assert-documented'
import { messages } from '@zing/proto/http/errors'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import jwt from 'jsonwebtoken'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ORIGIN, secrets, setupGateway, tokenOf } from './setup-gateway.ts'

const gateway = await setupGateway()
const bound = { timeout: 10_000, interval: 20 }
const json = { 'content-type': 'application/json' }

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`${gateway.url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
  await assertDocumented(init.method ?? 'GET', response)
  return response
}

/** What fetch would not send: the bytes as they are; answers with the status line. */
async function raw(text: string): Promise<string> {
  const { port, hostname } = new URL(gateway.url)
  const socket = net.connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
    if (answer.includes('\r\n\r\n')) socket.end()
  })
  socket.write(text)
  await Promise.race([once(socket, 'close'), once(socket, 'end')])
  socket.destroy()
  return answer.split('\r\n')[0] ?? ''
}

describe('identity', () => {
  test.each<Record<string, string>>([
    { 'x-user-id': '9' },
    { x_user_id: '9' },
    { 'x-user-id': '1, 2' },
    { authorization: 'Bearer x' },
    { 'x-internal-auth': '9' },
    { 'x-forwarded-user': '9' },
    { 'x-original-url': '/api/admin/stats' },
    { 'x-http-method-override': 'DELETE' },
  ])('SEC-01 %j changes nothing: without a cookie nobody, with one its owner', async (headers) => {
    expect((await send('/api/user', { headers })).status).toBe(401)
    const mine = await send('/api/user', {
      headers: { ...headers, cookie: gateway.signedIn(5) },
    })
    expect(await mine.json()).toMatchObject({ id: 5 })
    const passed = Object.keys(gateway.seen.at(-1)?.headers ?? {})
    expect(passed).not.toContain(Object.keys(headers)[0] === 'authorization' ? 'cookie' : Object.keys(headers)[0])
  })

  test('SEC-02 a Connection header takes no identity away', async () => {
    const cookie = gateway.signedIn(5)
    const line = await raw(
      `GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: keep-alive, authorization, x-user-id, cookie\r\n\r\n`,
    )
    expect(line).toContain('200')
  })

  test.each([
    ['an internal token', () => signInternalToken(secrets.INTERNAL_TOKEN_SECRET, { userId: 5, sid: 's' })],
    [
      'another secret',
      () =>
        jwt.sign({ sid: 's' }, 'secret', {
          subject: '5',
          issuer: 'zing-auth',
          audience: 'zing-gateway',
          expiresIn: 60,
        }),
    ],
    ['rubbish', () => 'x.y.z'],
  ])('SEC-10 %s is no session, neither for a call nor for a socket', async (_what, token) => {
    const headers = { cookie: `zing_session=${token()}` }
    expect((await send('/api/user', { headers })).status).toBe(401)
    await expect(openSocket({ ...headers, origin: ORIGIN })).rejects.toThrow('401')
  })

  test('a session that auth does not know is none, and auth is asked once in a while only', async () => {
    const cookie = gateway.signedIn(5, 'known')
    for (let i = 0; i < 5; i++) expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
    expect(gateway.asked.filter((sid) => sid === 'known')).toHaveLength(1)
    expect((await send('/api/user', { headers: { cookie: `zing_session=${tokenOf(5, 'unknown')}` } })).status).toBe(401)
  })

  test('SEC-12 a revoked session is nobody at once, without asking', async () => {
    const cookie = gateway.signedIn(5, 'revoked')
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
    broadcast(gateway.nats, sessionsRevoked, { sids: ['revoked'] })
    await vi.waitFor(async () => expect((await send('/api/user', { headers: { cookie } })).status).toBe(401), bound)
  })

  test('SEC-14 SEC-15 a login replaces whatever cookie was there, and services’ own header stays inside', async () => {
    const answer = await send('/api/login', {
      method: 'POST',
      headers: { ...json, cookie: 'zing_session=planted' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse' }),
    })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^zing_session=ey[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers.get('x-zing-session')).toBeNull()
    expect(await answer.text()).not.toContain('eyJ')
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
  })

  test('logging out clears the cookie and the browser, and ends the session here at once', async () => {
    const cookie = gateway.signedIn(5, 'leaving')
    const answer = await send('/api/logout', { method: 'POST', headers: { cookie } })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('zing_session=; Path=/; Max-Age=0'),
    ])
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(401)
  })
})

describe('the edge', () => {
  test.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['unknown coding', 'Transfer-Encoding: xchunked\r\n'],
    ['a folded line', 'X-A: b\r\n c\r\nContent-Length: 0\r\n\x01'],
  ])('SEC-04 %s is refused', async (_what, headers) => {
    expect(await raw(`POST /api/login HTTP/1.1\r\nHost: x\r\n${headers}\r\nhello`)).toMatch(/ 4\d\d /)
    expect((await send('/livez')).status).toBe(200)
  })

  test.each([
    '/api//user',
    '/api/%75ser',
    '/API/user',
    '/api/user;x',
    '/api/user/',
    '/api/user%00',
    '/api/x/..%2fuser',
  ])('SEC-05 %s is not found', async (path) => {
    const line = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${gateway.signedIn(5)}\r\n\r\n`)
    expect(line).toContain('404')
  })

  test('SEC-06 wrong methods are told which ones are right, and do nothing', async () => {
    const answer = await send('/api/login', { method: 'PUT' })
    expect([answer.status, answer.headers.get('allow'), await answer.json()]).toEqual([
      405,
      'POST',
      { message: messages.methodNotAllowed },
    ])
    expect((await send('/api/logout')).status).toBe(405)
  })

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil' },
    { origin: 'http://localhost:8081' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('SEC-60 a write from %j is refused, also without a body', async (headers) => {
    const cookie = gateway.signedIn(5, 'stays')
    const answer = await send('/api/logout', {
      method: 'POST',
      headers: { ...headers, cookie },
    })
    expect([answer.status, await answer.json()]).toEqual([403, { message: messages.crossSite }])
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
  })

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: `${ORIGIN}.evil.example` }])(
    'SEC-61 a socket from %j is refused',
    async (headers) => {
      await expect(openSocket({ cookie: gateway.signedIn(5), ...headers })).rejects.toThrow('403')
    },
  )

  test('SEC-89 a socket without a session is refused before it is one; other paths have none', async () => {
    await expect(openSocket({ origin: ORIGIN })).rejects.toThrow('401')
    await expect(openSocket({ cookie: gateway.signedIn(5) }, '/other')).rejects.toThrow('404')
  })

  test('a socket passes frames both ways, and only who it is reaches chat', async () => {
    const ws = await openSocket({ cookie: gateway.signedIn(5), origin: ORIGIN, 'x-user-id': '9' })
    const big = 'x'.repeat(16 * 1024)
    ws.send(big)
    const [echo] = await once(ws, 'message')
    expect(String(echo)).toBe(big)
    const { headers } = gateway.seen.at(-1) ?? { headers: {} }
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(headers).not.toHaveProperty('x-user-id')
    expect(headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer /), origin: ORIGIN })
    ws.terminate()
  })

  test('SEC-80 too large is said at once by length, and cut off without one', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(64 * 1024) })
    const answer = await send('/api/messages', {
      method: 'POST',
      headers: { ...json, cookie: gateway.signedIn(5) },
      body,
    })
    expect([answer.status, await answer.json()]).toEqual([413, { message: messages.bodyTooLarge }])
    expect(
      await raw(
        'POST /api/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{',
      ),
    ).toContain('413')
    const chunked = await raw(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n80000\r\n${'x'.repeat(0x80000)}\r\n`,
    )
    expect(chunked).toContain('413')
  })

  test('five megabytes of photo are streamed through', async () => {
    const selfie = 'data:image/jpeg;base64,'.padEnd(4_999_996, 'A')
    const body = JSON.stringify({
      name: 'Ada',
      age: 30,
      gender: 'f',
      orientation: 'o',
      username: 'ada',
      password: 'correct horse',
      selfie,
    })
    const answer = await send('/api/register', { method: 'POST', headers: json, body })
    expect([answer.status, await answer.json()]).toMatchObject([201, { name: String(selfie.length) }])
  })

  test('a service that is away or does not answer is a 503 in JSON, within its bound', async () => {
    const away = await send('/api/admin/stats', { headers: { cookie: gateway.signedIn(5) } })
    expect([away.status, away.headers.get('retry-after'), await away.json()]).toEqual([
      503,
      '1',
      { message: messages.unavailable },
    ])
    const started = Date.now()
    const silent = await send('/api/messages', {
      method: 'POST',
      headers: { ...json, cookie: gateway.signedIn(5) },
      body: JSON.stringify({ receiverId: 2, content: 'hi' }),
    })
    expect([silent.status, await silent.json()]).toEqual([503, { message: messages.unavailable }])
    expect(Date.now() - started).toBeLessThan(5_000)
    expect((await send('/readyz')).status).toBe(503)
  })
})

describe('the client', () => {
  test('screens get the shell, hashed files are kept for a year and come compressed', async () => {
    for (const path of ['/', '/feed', '/chat/7']) {
      const page = await send(path, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('cache-control'), await page.text()]).toEqual([
        200,
        'no-cache',
        expect.stringContaining('<title>Zing</title>'),
      ])
    }
    const asset = await fetch(`${gateway.url}/assets/index-abc.js`, { headers: { 'accept-encoding': 'identity' } })
    expect([await asset.text(), asset.headers.get('cache-control')]).toEqual([
      'plain',
      'public, max-age=31536000, immutable',
    ])
    const line = await raw('GET /assets/index-abc.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n')
    expect(line).toContain('200')
  })

  test('a page that is opened without a session says so; what is kept for offline never does', async () => {
    const open = (dest: string, cookie = '') => send('/feed', { headers: { 'sec-fetch-dest': dest, cookie } })
    const visitor = '<html data-anonymous lang="en">'
    const page = await open('document')
    expect(await page.text()).toContain(visitor)
    expect(page.headers.get('vary')).toBe('Cookie, Sec-Fetch-Dest')
    expect(await (await open('document', 'other=1; zing_session=abc')).text()).not.toContain(visitor)
    expect(await (await open('empty')).text()).not.toContain(visitor)
  })

  test.each([
    ['/sw.js', /^text\/javascript/, 'worker'],
    ['/manifest.webmanifest', /^application\/manifest\+json/, '{"name":"Zing"}'],
  ])('%s is asked for again at each visit, and our CSP lets the browser use it', async (path, type, content) => {
    const file = await send(path)
    expect([file.status, file.headers.get('cache-control'), await file.text()]).toEqual([200, 'no-cache', content])
    expect(file.headers.get('content-type')).toMatch(type)
    expect(file.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(file.headers.get('content-security-policy')).not.toMatch(/(worker|manifest|script)-src/)
  })

  test('a path that is nobody’s shows the not-found screen to a person, and JSON to a program', async () => {
    const page = await send('/nowhere', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')])
    const program = await send('/nowhere')
    expect([program.status, await program.json()]).toEqual([404, { message: messages.notFound }])
  })

  test.each([
    '/metrics',
    '/docs',
    '/openapi.json',
    '/.git/config',
    '/.env',
    '/.secret',
    '/api/internal/x',
    '/assets/../index.html.bak',
  ])('SEC-70 %s is not there', async (path) => {
    expect((await send(path)).status).toBe(404)
  })

  test('what the client needs to know at run time', async () => {
    const answer = await send('/config.json')
    expect(await answer.json()).toEqual({
      termsUrl: 'https://example.org/terms',
      privacyUrl: 'https://example.org/privacy',
      feedbackUrl: 'https://example.org/feedback',
      isDemo: false,
    })
  })

  test('SEC-36 security headers are on everything', async () => {
    for (const path of ['/', '/api/nothing']) {
      const { headers } = await send(path, { headers: { accept: 'text/html' } })
      expect(headers.get('content-security-policy')).toContain("default-src 'self';img-src 'self' blob: data:")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('permissions-policy')).toContain('camera=(self)')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })
})

async function openSocket(headers: Record<string, string>, path = '/ws'): Promise<WebSocket> {
  const ws = new WebSocket(`${gateway.url.replace('http', 'ws')}${path}`, { headers })
  await new Promise((resolve, reject) => {
    ws.once('open', resolve)
    ws.once('error', reject)
  })
  return ws
}
