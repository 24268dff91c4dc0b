import { once } from 'node:events'
import net from 'node:net'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { broadcast } from '@zing/kit/nats/broadcast'
import { assertDocumented } from '@zing/openapi/assert-documented'
import { errors } from '@zing/proto/errors'
import { BODY_MAX_BYTES } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { secrets, TOKEN_TTL_SECONDS, tokenOf } from './setup/session-tokens.ts'
import { ORIGIN, setupGateway } from './setup/setup-gateway.ts'

const gateway = await setupGateway()
const json = { 'content-type': 'application/json' }

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`${gateway.url}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })
  await assertDocumented(init.method ?? 'GET', response)
  return response
}

/** Sends bytes that fetch would not send, and returns the status line. */
async function sendRaw(text: string): Promise<string> {
  const { port, hostname } = new URL(gateway.url)
  const socket = net.connect(Number(port), hostname)
  let received = ''
  socket.on('data', (data) => {
    received += data
    if (received.includes('\r\n\r\n')) socket.end()
  })
  socket.write(text)
  await Promise.race([once(socket, 'close'), once(socket, 'end')])
  socket.destroy()
  return received.split('\r\n')[0] ?? ''
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
  ])('SEC-01 a request with %j is authenticated by its cookie alone', async (headers) => {
    expect((await send('/api/user', { headers })).status).toBe(401)
    const response = await send('/api/user', {
      headers: { ...headers, cookie: gateway.signedIn(5) },
    })
    expect(await response.json()).toMatchObject({ id: 5 })
    const forwarded = Object.keys(gateway.received.at(-1)?.headers ?? {})
    expect(forwarded).not.toContain(Object.keys(headers)[0] === 'authorization' ? 'cookie' : Object.keys(headers)[0])
  })

  test('SEC-02 a Connection header does not remove the identity', async () => {
    const cookie = gateway.signedIn(5)
    const line = await sendRaw(
      `GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: keep-alive, authorization, x-user-id, cookie\r\n\r\n`,
    )
    expect(line).toContain('200')
  })

  test.each([
    ['an internal token', () => signInternalToken(secrets.INTERNAL_TOKEN_SECRET, { userId: 5, sid: 's' })],
    [
      'signed with another secret',
      () =>
        jwt.sign({ sid: 's' }, 'secret', {
          subject: '5',
          issuer: 'zing-auth',
          audience: 'zing-gateway',
          expiresIn: 60,
        }),
    ],
    ['no JWT', () => 'x.y.z'],
  ])('SEC-10 a token that is %s is rejected for requests and sockets', async (_case, token) => {
    const headers = { cookie: `zing_session=${token()}` }
    expect((await send('/api/user', { headers })).status).toBe(401)
    await expect(openSocket({ ...headers, origin: ORIGIN })).rejects.toThrow('401')
  })

  test('a session unknown to auth is rejected, and a known one is not checked at every request (6.visitor.2, V7.2.1)', async () => {
    const cookie = gateway.signedIn(5, 'known')
    for (let i = 0; i < 5; i++) expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
    expect(gateway.checkedSids.filter((sid) => sid === 'known')).toHaveLength(1)
    expect((await send('/api/user', { headers: { cookie: `zing_session=${tokenOf(5, 'unknown')}` } })).status).toBe(401)
  })

  test('SEC-12 a revoked session is rejected at once', async () => {
    const cookie = gateway.signedIn(5, 'revoked')
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
    broadcast(gateway.nats, sessionsRevoked, { sids: ['revoked'] })
    await vi.waitFor(async () => expect((await send('/api/user', { headers: { cookie } })).status).toBe(401), WAIT)
  })

  test('SEC-14 SEC-15 a login replaces the session cookie, and no client sees the internal header (V14.2.1)', async () => {
    const response = await send('/api/login', {
      method: 'POST',
      headers: { ...json, cookie: 'zing_session=planted' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse' }),
    })
    const [session = '', device] = response.headers.getSetCookie()
    expect(session).toMatch(/^zing_session=ey[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    const maxAge = Number(/Max-Age=(\d+)/.exec(session)?.[1])
    expect(maxAge).toBeGreaterThan(TOKEN_TTL_SECONDS - 60) // a slow machine needs time
    expect(maxAge).toBeLessThanOrEqual(TOKEN_TTL_SECONDS)
    expect(device).toBe('zing_device=signed.device.cookie; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
    expect([response.headers.get('x-zing-session'), response.headers.get('x-zing-device')]).toEqual([null, null])
    expect(await response.text()).not.toContain('eyJ')
    const cookie = session.split(';')[0] ?? ''
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
  })

  test('SEC-14 a login tells auth which session its cookie names; that session ends at once', async () => {
    const cookie = gateway.signedIn(5, 'replaced')
    const logIn = (password: string, cookies: string) =>
      send('/api/login', {
        method: 'POST',
        headers: { ...json, cookie: cookies },
        body: JSON.stringify({ username: 'ada', password }),
      })
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
    expect((await logIn('wrong', cookie)).status).toBe(401)
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)

    expect((await logIn('correct horse', cookie)).status).toBe(200)
    expect(gateway.received.at(-1)?.caller).toEqual({ userId: 5, sid: 'replaced' })
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(401)

    await logIn('correct horse', 'zing_session=planted')
    expect(gateway.received.at(-1)?.caller).toEqual({})
  })

  test('SEC-14 a recovery opens a session and replaces the session of its cookie', async () => {
    const cookie = gateway.signedIn(5, 'before-recovery')
    const recover = (code: string) =>
      send('/api/recover', {
        method: 'POST',
        headers: { ...json, cookie: `${cookie}; zing_device=signed.device.cookie` },
        body: JSON.stringify({ username: 'ada', code, newPassword: 'battery staple' }),
      })
    const refused = await recover('0000-0000-0000-0000')
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)

    const response = await recover('7K3M-Q2ZD-04TR-91WC')
    const [session = '', device] = response.headers.getSetCookie()
    expect(session).toMatch(/^zing_session=ey[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect(device).toMatch(/^zing_device=signed\.device\.cookie; /)
    expect(response.headers.get('x-zing-session')).toBeNull()
    expect(gateway.received.at(-1)).toMatchObject({
      caller: { userId: 5, sid: 'before-recovery' },
      headers: { 'x-zing-device': 'signed.device.cookie' },
    })
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(401)
    expect((await send('/api/user', { headers: { cookie: session.split(';')[0] ?? '' } })).status).toBe(200)
  })

  test('SEC-14 a login with a passkey opens a session and replaces the session of its cookie', async () => {
    const cookie = gateway.signedIn(5, 'before-passkey')
    const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }
    const logIn = (id: string) =>
      send('/api/login/passkey', {
        method: 'POST',
        headers: { ...json, cookie: `${cookie}; zing_device=signed.device.cookie` },
        body: JSON.stringify({ id: 'A'.repeat(22), passkey: { id, rawId: id, type: 'public-key', response } }),
      })
    const refused = await logIn('unknown')
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])

    const { status, headers } = await logIn('known')
    const [session = '', device] = headers.getSetCookie()
    expect([status, headers.get('x-zing-session')]).toEqual([200, null])
    expect(device).toMatch(/^zing_device=signed\.device\.cookie; /)
    expect(gateway.received.at(-1)).toMatchObject({
      caller: { userId: 5, sid: 'before-passkey' },
      headers: { 'x-zing-device': 'signed.device.cookie' },
    })
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(401)
    expect((await send('/api/user', { headers: { cookie: session.split(';')[0] ?? '' } })).status).toBe(200)
  })

  test('SEC-10 a correctly signed token is rejected when its session belongs to another user', async () => {
    const cookie = gateway.signedIn(5, 'of-five')
    const forged = { headers: { cookie: `zing_session=${tokenOf(6, 'of-five')}` } }
    expect((await send('/api/user', forged)).status).toBe(401)
    expect(await (await send('/api/user', { headers: { cookie } })).json()).toMatchObject({ id: 5 })
    expect((await send('/api/user', forged)).status).toBe(401)
    await expect(openSocket({ ...forged.headers, origin: ORIGIN })).rejects.toThrow('401')
  })

  test('SEC-48 the device cookie goes to auth at logins only, and survives a logout', async () => {
    const device = 'zing_device=signed.device.cookie'
    await send('/api/login', {
      method: 'POST',
      headers: { ...json, cookie: device, 'x-zing-device': 'planted' },
      body: JSON.stringify({ username: 'ada', password: 'wrong' }),
    })
    expect(gateway.received.at(-1)?.headers).toMatchObject({ 'x-zing-device': 'signed.device.cookie' })

    const cookie = `${gateway.signedIn(5, 'with-device')}; ${device}`
    await send('/api/user', { headers: { cookie } })
    expect(gateway.received.at(-1)?.headers).not.toHaveProperty('x-zing-device')
    const response = await send('/api/logout', { method: 'POST', headers: { cookie } })
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^zing_session=;/)])
    expect(response.headers.get('clear-site-data')).not.toContain('cookies')
  })

  test('SEC-48 a new password and a sign-out elsewhere send the device cookie and renew it', async () => {
    const cookie = `${gateway.signedIn(5, 'changing')}; zing_device=signed.device.cookie`
    const headers = { ...json, cookie, 'x-zing-device': 'planted' }
    const body = JSON.stringify({ currentPassword: 'correct horse', newPassword: 'battery staple' })
    const change = () => send('/api/account/password', { method: 'POST', headers, body })
    const signOutOthers = () => send('/api/account/sessions', { method: 'DELETE', headers: { cookie } })
    for (const call of [change, signOutOthers]) {
      const response = await call()
      expect([response.status, response.headers.get('x-zing-device')]).toEqual([204, null])
      expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^zing_device=renewed\.device\.cookie; /)])
      expect(gateway.received.at(-1)?.headers).toMatchObject({ 'x-zing-device': 'signed.device.cookie' })
    }
  })

  test('SEC-01 services get the client’s address from the gateway, for requests and sockets', async () => {
    const headers = { cookie: gateway.signedIn(5), 'x-zing-client-address': '203.0.113.7' }
    await send('/api/user', { headers })
    expect(gateway.received.at(-1)?.headers).toMatchObject({ 'x-zing-client-address': '127.0.0.1' })
    const ws = await openSocket({ ...headers, origin: ORIGIN })
    expect(gateway.received.at(-1)?.headers).toMatchObject({ 'x-zing-client-address': '127.0.0.1' })
    ws.terminate()
  })

  test('SEC-38 refused sessions and origins are logged with address and user, one a minute', async () => {
    const ended = { cookie: `zing_session=${tokenOf(41, 'ended-41')}` }
    for (let i = 0; i < 3; i++) await send('/api/user', { headers: ended })
    for (let i = 0; i < 3; i++) await send('/api/user', { headers: { cookie: 'zing_session=canary' } })
    for (let i = 0; i < 3; i++)
      await send('/api/login', { method: 'POST', headers: { ...json, origin: 'https://canary.example' }, body: '{}' })
    const own = gateway.logged('security event').filter(({ userId }) => userId === 41)
    expect(own).toMatchObject([{ event: 'session_use_after_expire', address: '127.0.0.1' }])
    const of = (name: string) => gateway.logged('security event').filter(({ event }) => event === name)
    expect(of('authz_fail')).toMatchObject([{ address: '127.0.0.1', reason: 'invalid session token' }])
    expect(of('malicious_cors').filter(({ resource }) => resource === '/api/login')).toMatchObject([
      { address: '127.0.0.1' },
    ])
    expect(JSON.stringify(gateway.logged('security event'))).not.toContain('canary')
  })

  test('a logout clears the cookie and the browser’s storage and ends the session at once (V14.3.1)', async () => {
    const cookie = gateway.signedIn(5, 'leaving')
    const response = await send('/api/logout', { method: 'POST', headers: { cookie } })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('zing_session=; Path=/; Max-Age=0'),
    ])
    expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(401)
  })
})

describe('edge', () => {
  test.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
    ['length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['unknown coding', 'Transfer-Encoding: xchunked\r\n'],
    ['a folded line', 'X-A: b\r\n c\r\nContent-Length: 0\r\n\x01'],
  ])('SEC-04 a request with %s is rejected', async (_case, headers) => {
    expect(await sendRaw(`POST /api/login HTTP/1.1\r\nHost: x\r\n${headers}\r\nhello`)).toMatch(/ 4\d\d /)
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
    const line = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${gateway.signedIn(5)}\r\n\r\n`)
    expect(line).toContain('404')
  })

  test('SEC-06 an unsupported method gets a 405 with the allowed methods', async () => {
    const response = await send('/api/login', { method: 'PUT' })
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      'POST',
      errors.methodNotAllowed().body,
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
  ])('SEC-60 a write with %j is rejected, also without a body', async (headers) => {
    const cookie = gateway.signedIn(5, 'stays')
    const response = await send('/api/logout', {
      method: 'POST',
      headers: { ...headers, cookie },
    })
    expect([response.status, await response.json()]).toEqual([403, errors.crossSite().body])
    expect((await send('/api/user', { headers: { cookie } })).status).toBe(200)
  })

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: `${ORIGIN}.evil.example` }])(
    'SEC-61 a socket with %j is rejected',
    async (headers) => {
      await expect(openSocket({ cookie: gateway.signedIn(5), ...headers })).rejects.toThrow('403')
    },
  )

  test('SEC-89 a socket without a session or on another path is rejected before the upgrade', async () => {
    await expect(openSocket({ origin: ORIGIN })).rejects.toThrow('401')
    await expect(openSocket({ cookie: gateway.signedIn(5) }, '/other')).rejects.toThrow('404')
  })

  test('a socket passes frames both ways, and chat gets the internal token as the only identity', async () => {
    const ws = await openSocket({ cookie: gateway.signedIn(5), origin: ORIGIN, 'x-user-id': '9' })
    const big = 'x'.repeat(16 * 1024)
    ws.send(big)
    const [echo] = await once(ws, 'message')
    expect(String(echo)).toBe(big)
    const { headers } = gateway.received.at(-1) ?? { headers: {} }
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(headers).not.toHaveProperty('x-user-id')
    expect(headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer /), origin: ORIGIN })
    ws.terminate()
  })

  test('SEC-80 a body over the limit is rejected by its declared length or while it streams', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(64 * 1024) })
    const response = await send('/api/messages', {
      method: 'POST',
      headers: { ...json, cookie: gateway.signedIn(5) },
      body,
    })
    expect([response.status, await response.json()]).toEqual([413, errors.bodyTooLarge().body])
    expect(
      await sendRaw(
        'POST /api/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{',
      ),
    ).toContain('413')
    const chunked = await sendRaw(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n80000\r\n${'x'.repeat(0x80000)}\r\n`,
    )
    expect(chunked).toContain('413')
  })

  test('a body in chunks is accepted like one with a length, and its limit is exact', async () => {
    const chunked = (path: string, body: string) =>
      sendRaw(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${gateway.signedIn(5)}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      )
    expect(await chunked('/api/messages/6/read', '{}')).toContain('204')
    const body = JSON.stringify({ username: 'ada', password: 'wrong password' })
    expect(await chunked('/api/login', body.padEnd(BODY_MAX_BYTES))).toContain('401')
    expect(await chunked('/api/login', body.padEnd(BODY_MAX_BYTES + 1))).toContain('413')
  })

  test('SEC-04 two Host headers are rejected, and an offer of HTTP/2 is answered as HTTP/1.1', async () => {
    expect(await sendRaw('GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')).toContain('400')
    const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
    expect(await sendRaw(`GET /livez HTTP/1.1\r\nHost: a\r\n${h2c}\r\n`)).toBe('HTTP/1.1 200 OK')
  })

  test('a photo of 5 MB is forwarded to the service', async () => {
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
    const response = await send('/api/register', { method: 'POST', headers: json, body })
    expect([response.status, await response.json()]).toMatchObject([201, { name: String(selfie.length) }])
  })

  test('a file is forwarded to a call that takes nothing else', async () => {
    const query = 'kind=photo&receiverId=6&clientMessageId=0b6f0a2e-93a1-4a5c-9a39-6f1f1a5d9d1e'
    const headers = { cookie: gateway.signedIn(5), 'content-type': 'image/jpeg' }
    const response = await send(`/api/media?${query}`, { method: 'POST', headers, body: Buffer.alloc(6_000_000) })
    expect([response.status, await response.json()]).toMatchObject([201, { id: 6_000_000 }])
  })

  test('when a service is unreachable or silent, the client gets a 503 in JSON within 5 s', async () => {
    const unreachable = await send('/api/admin/stats', { headers: { cookie: gateway.signedIn(5) } })
    expect([unreachable.status, unreachable.headers.get('retry-after'), await unreachable.json()]).toEqual([
      503,
      '1',
      errors.unavailable().body,
    ])
    const stopwatch = startStopwatch()
    const silent = await send('/api/messages', {
      method: 'POST',
      headers: { ...json, cookie: gateway.signedIn(5) },
      body: JSON.stringify({ receiverId: 2, content: 'hi' }),
    })
    expect([silent.status, await silent.json()]).toEqual([503, errors.unavailable().body])
    expect(stopwatch.elapsedMs()).toBeLessThan(5_000)
    expect((await send('/readyz')).status).toBe(503)
  })
})

describe('web client', () => {
  test('screens get the shell, hashed files are compressed and cached for a year', async () => {
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
    const line = await sendRaw('GET /assets/index-abc.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n')
    expect(line).toContain('200')
  })

  test('a page opened without a session is marked as anonymous, the copy for offline use never is', async () => {
    const open = (dest: string, cookie = '') => send('/feed', { headers: { 'sec-fetch-dest': dest, cookie } })
    const anonymous = '<html data-anonymous lang="en">'
    const page = await open('document')
    expect(await page.text()).toContain(anonymous)
    expect(page.headers.get('vary')).toBe('Accept-Language, Cookie, Sec-Fetch-Dest')
    expect(await (await open('document', 'other=1; zing_session=abc')).text()).not.toContain(anonymous)
    expect(await (await open('empty')).text()).not.toContain(anonymous)
  })

  test('a page names its first requests, with the texts of its reader; no offline copy does', async () => {
    const linksOf = async (path: string, headers: Record<string, string>) =>
      /(<link.*)<\/head>/.exec(await (await send(path, { headers })).text())?.[1]
    const member = { 'sec-fetch-dest': 'document', cookie: 'zing_session=abc', 'accept-language': 'sv, de-AT;q=0.8' }
    const script = (file: string) => `<link rel="modulepreload" crossorigin href="/assets/${file}-abc.js" />`
    const german = script('texts/de/first')
    const scripts = [german, ...['texts/de/member', 'everyday', 'shared'].map(script)]
    const requested = (url: string) => `<link rel="preload" as="fetch" crossorigin href="${url}" />`
    expect(await linksOf('/chat/7', member)).toBe([requested('/api/user'), ...scripts].join(''))
    const feed = ['/api/user', '/api/users?scope=discover&amp;limit=20', '/api/matches']
    expect(await linksOf('/feed', member)).toBe([...feed.map(requested), ...scripts].join(''))
    expect(await linksOf('/feed', { ...member, cookie: '' })).toBe(german)
    expect(await linksOf('/feed', { ...member, cookie: '', 'accept-language': 'sv' })).toBe(script('texts/en/first'))
    expect(await linksOf('/feed', { ...member, 'sec-fetch-dest': 'empty' })).toBeUndefined()
  })

  test.each([
    ['/sw.js', /^text\/javascript/, 'worker'],
    ['/manifest.webmanifest', /^application\/manifest\+json/, '{"name":"Zing"}'],
  ])('%s is revalidated at each visit, and the CSP lets the browser use it', async (path, type, content) => {
    const file = await send(path)
    expect([file.status, file.headers.get('cache-control'), await file.text()]).toEqual([200, 'no-cache', content])
    expect(file.headers.get('content-type')).toMatch(type)
    expect(file.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(file.headers.get('content-security-policy')).not.toMatch(/(worker|manifest|script)-src/)
  })

  test('an unknown path is the not-found screen for a browser and JSON for other clients', async () => {
    const page = await send('/nowhere', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')])
    const other = await send('/nowhere')
    expect([other.status, await other.json()]).toEqual([404, errors.notFound().body])
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
  ])('SEC-70 %s is not found', async (path) => {
    expect((await send(path)).status).toBe(404)
  })

  test('/config.json has the client’s run-time configuration', async () => {
    const response = await send('/config.json')
    expect(await response.json()).toEqual({
      termsUrl: 'https://example.org/terms',
      privacyUrl: 'https://example.org/privacy',
      feedbackUrl: 'https://example.org/feedback',
      isDemo: false,
      place: 'offered',
    })
  })

  test('SEC-14 pages, anonymous calls and refused sign-ins begin no session, whatever their cookie (V7.6.2)', async () => {
    const login = { method: 'POST', headers: json, body: JSON.stringify({ username: 'ada', password: 'wrong' }) }
    const requests: [string, RequestInit][] = [
      ['/', { headers: { accept: 'text/html' } }],
      ['/feed', { headers: { accept: 'text/html' } }],
      ['/config.json', {}],
      ['/api/user', {}],
      ['/api/user', { headers: { cookie: 'zing_session=chosen-by-an-attacker' } }],
      ['/api/check-username?username=ada', {}],
      ['/api/login', login],
    ]
    for (const [path, init] of requests) {
      const cookies = (await send(path, init)).headers.getSetCookie()
      expect([path, cookies.filter((cookie) => /zing_session=[^;]/.test(cookie))]).toEqual([path, []]) // may be cleared
    }
  })

  const signedIn = () => ({ cookie: gateway.signedIn(5) })
  const tooLarge = 'a'.repeat(BODY_MAX_BYTES + 1)
  test.each<[path: string, status: number, init: () => RequestInit]>([
    ['/', 200, () => ({ headers: { accept: 'text/html' } })],
    ['/api/nothing', 404, () => ({})],
    ['/api/user', 200, () => ({ headers: signedIn() })],
    ['/api/user', 401, () => ({})],
    ['/api/user', 405, () => ({ method: 'DELETE' })],
    ['/api/messages', 403, () => ({ method: 'POST', headers: { ...signedIn(), origin: 'https://evil.example' } })],
    ['/api/messages', 413, () => ({ method: 'POST', headers: { ...signedIn(), ...json }, body: tooLarge })],
    ['/api/admin/stats', 503, () => ({ headers: signedIn() })],
  ])('SEC-36 security headers are set on pages and API responses (V14.2.3)', async (path, status, init) => {
    const response = await send(path, init())
    expect(response.status).toBe(status)
    const { headers } = response
    expect(headers.get('content-security-policy')).toContain("default-src 'self';img-src 'self' blob: data:")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("media-src 'self' blob:;")
    expect(headers.get('permissions-policy')).toContain('camera=(self), microphone=(self),')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test.each([
    [200, () => gateway.signedIn(5)],
    [401, () => ''],
  ])(
    'a response with %i has the id of its request, or a new one for an id that cannot be logged',
    async (status, cookie) => {
      const [given, replaced] = await Promise.all(
        ['abcd-1234', 'a b'].map((id) => send('/api/user', { headers: { cookie: cookie(), 'x-request-id': id } })),
      )
      expect([given?.status, given?.headers.get('x-request-id')]).toEqual([status, 'abcd-1234'])
      expect(replaced?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  test('successive calls share a connection to their service', async () => {
    const cookie = gateway.signedIn(5)
    const before = gateway.received.length
    for (let call = 0; call < 5; call++) await send('/api/user', { headers: { cookie } })
    const connections = gateway.received.slice(before).map(({ connection }) => connection)
    expect([connections.length, new Set(connections).size]).toEqual([5, 1])
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
