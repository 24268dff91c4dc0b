import type { Role } from '@zing/proto/accounts/roles'
import { endpoint } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { INTERNAL_AUDIENCE, INTERNAL_ISSUER } from '@zing/proto/headers'
import { login, registerUser } from '@zing/proto/http/auth'
import { BODY_MAX_BYTES } from '@zing/proto/limits'
import { callEndpoint, serviceClient } from '@zing/testing/client'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { keyOf } from '../../src/env.ts'
import { createApp } from '../../src/http/app.ts'
import { signInternalToken } from '../../src/http/internal-token.ts'
import { type Listening, listen } from '../../src/http/listen.ts'
import type { Serve } from '../../src/http/serve.ts'
import { isDatabaseUnavailable } from '../../src/mongo/errors.ts'
import { createLog } from '../../src/observability/logger.ts'
import { currentRequestId } from '../../src/observability/trace-context.ts'

const secret = 'x'.repeat(40)
const listenConfig = { PORT: 0, HOST: '127.0.0.1' }
const echo = endpoint({
  method: 'POST',
  path: '/api/echo/{id}',
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ tag: z.optional(z.string()) }),
  body: z.object({ text: z.string('Text is required').check(z.maxLength(BODY_MAX_BYTES)) }),
  response: z.object({ userId: z.int(), id: z.int(), tag: z.optional(z.string()), text: z.string() }),
})
const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  body: z.object({ text: z.string() }),
  fileMedia: ['image/png'],
  response: z.object({ text: z.optional(z.string()), bytes: z.optional(z.array(z.int())) }),
})
const guarded = endpoint({ method: 'POST', path: '/api/guarded', body: z.object({}) })
const fail = endpoint({ method: 'GET', path: '/api/fail/{how}', params: z.object({ how: z.string() }) })
const moderated = endpoint({
  method: 'PUT',
  path: '/api/moderated',
  role: 'moderator',
  body: z.object({}),
  response: z.object({ role: z.optional(z.string()) }),
})
const requestId = endpoint({
  method: 'GET',
  path: '/api/request-id',
  access: 'public',
  response: z.object({ requestId: z.optional(z.string()) }),
})

let http: Listening
let isReady = true
const lines: string[] = []
const log = createLog('kit-test', 'info', { write: (line) => void lines.push(line) })

function routes(serve: Serve): void {
  serve(echo, ({ userId, params, query, body }) => {
    const result = { userId, id: params.id, text: body.text, ...(query.tag && { tag: query.tag }) }
    return { ...result, passwordHash: 'must not leave' }
  })
  serve(upload, ({ body, file }) => (file ? { bytes: [...file] } : { text: body.text }))
  serve(guarded, () => {}, {
    async beforeBody(identity, req) {
      if (identity?.userId !== 7) throw errors.unavailable()
      expect(req.body).toBeUndefined()
    },
  })
  serve(fail, ({ params }) => {
    if (params.how === 'expected') throw errors.usernameTaken()
    if (params.how === 'failover')
      throw new mongoose.mongo.MongoServerError({
        message: 'not primary',
        code: 10_107,
        codeName: 'NotWritablePrimary',
      })
    throw new Error('connection string mongodb://user:pass@host')
  })
  serve(moderated, ({ role }) => ({ role }))
  serve(requestId, () => ({ requestId: currentRequestId() }))
  serve(registerUser, () => {
    throw errors.usernameTaken()
  })
  serve(login, () => {
    throw errors.wrongCredentials()
  })
}

beforeAll(async () => {
  http = await listen(
    createApp({ log, secret: keyOf(secret), isReady: () => isReady, isUnavailable: isDatabaseUnavailable }, {}, [
      routes,
    ]),
    listenConfig,
  )
})
afterAll(() => http.stop())
beforeEach(() => {
  lines.length = 0
})

const ada = () => serviceClient(http.url, secret, { userId: 7, sid: 's' })

test('a request is parsed by its contract, and so is the response (V14.3.2)', async () => {
  const response = await ada().call(echo, { params: { id: 3 }, query: { tag: 'a' }, body: { text: 'hello', more: 1 } })
  expect(response).toMatchObject({ status: 200, body: { userId: 7, id: 3, tag: 'a', text: 'hello' } })
  expect(response.body).not.toHaveProperty('passwordHash')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('x-powered-by')).toBeNull()
})

test('INV-8: an error of a database that fails over is a 503, not a 500', async () => {
  const response = await ada().call(fail, { params: { how: 'failover' } })
  expect(response).toMatchObject({ status: 503, body: errors.unavailable().body })
  expect(response.headers.get('retry-after')).toBe('1')
})

test('an expired token of the gateway is a 503: clocks differ, and the user stays signed in', async () => {
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
  const claims = { sid: 's', sub: '7', iss: INTERNAL_ISSUER, aud: INTERNAL_AUDIENCE, iat: hourAgo, exp: hourAgo + 60 }
  const authorization = `Bearer ${jwt.sign(claims, secret)}`
  const response = await callEndpoint(http.url, requestId, { headers: { authorization } })
  expect(response).toMatchObject({ status: 503, body: errors.unavailable().body })
})

test('a request without a token of the gateway gets 401, even on a public endpoint', async () => {
  const forged = signInternalToken('y'.repeat(40), { userId: 1, sid: 's' })
  for (const authorization of ['', 'Bearer x', `Bearer ${forged}`, `Basic ${forged}`]) {
    const response = await callEndpoint(http.url, requestId, { headers: { authorization } })
    expect(response).toMatchObject({ status: 401, body: errors.notSignedIn().body })
  }
})

test('beforeBody runs before the body is read, and can reject the request', async () => {
  expect((await ada().call(guarded, { body: {} })).status).toBe(204)
  const eve = serviceClient(http.url, secret, { userId: 8, sid: 's' })
  expect(await eve.call(guarded, { body: {} })).toMatchObject({
    status: 503,
    body: errors.unavailable().body,
  })
})

test('an anonymous caller gets 401 where a session is needed (V8.2.1)', async () => {
  const response = await serviceClient(http.url, secret, null).call(echo, { params: { id: 1 }, body: { text: 'x' } })
  expect(response).toMatchObject({ status: 401, body: errors.notSignedIn().body })
})

test('SEC-130 a call that needs a role refuses members before it reads the body, and logs that (V8.3.1)', async () => {
  const call = (role?: Role, body: unknown = {}) =>
    serviceClient(http.url, secret, { userId: 7, sid: 's', ...(role && { role }) }).call(moderated, { body })
  expect(await call(undefined, 'x')).toMatchObject({ status: 403, body: errors.notAllowed().body })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'security event', event: 'authz_fail', userId: 7, reason: 'not moderator', resource: '/api/moderated' },
  ])
  expect(await call('moderator')).toMatchObject({ status: 200, body: { role: 'moderator' } })
  expect(await call('admin')).toMatchObject({ status: 200, body: { role: 'admin' } })
  expect((await serviceClient(http.url, secret, null).call(moderated, { body: {} })).status).toBe(401)
})

test.each([
  ['a missing field', { other: 1 }, 'Text is required'],
  ['an operator', { text: { $ne: null } }, 'Text is required'],
  ['an array at its root', [], errors.invalidRequest.message],
  [
    'more than 100 keys',
    Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, 1])),
    errors.invalidRequest.message,
  ],
])('a body with %s is rejected with 400', async (_what, body, message) => {
  expect(await ada().call(echo, { params: { id: 1 }, body })).toMatchObject({ status: 400, body: { message } })
})

test.each([
  ['a repeated query key', '/api/echo/1?tag=a&tag=b', 400],
  ['a path that cannot be decoded', '/api/echo/%E0%A4%A', 400],
  ['an unknown path', '/api/nothing', 404],
])('a request with %s gets a JSON error response', async (_what, path, status) => {
  const response = await post(path, '{"text":"x"}')
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ message: expect.any(String), code: expect.any(String) })
})

test.each([
  ['a form', 'application/x-www-form-urlencoded', 'text=x', 415],
  ['plain text', 'text/plain', '{"text":"x"}', 415],
  ['broken JSON', 'application/json', '{"text":', 400],
  ['30,000 nested arrays', 'application/json', '['.repeat(30_000) + ']'.repeat(30_000), 400],
  ['larger than 64 KiB', 'application/json', JSON.stringify({ text: 'x'.repeat(BODY_MAX_BYTES) }), 413],
])('a body that is %s is rejected with a JSON error response', async (_what, type, body, status) => {
  const response = await post('/api/echo/1', body, type)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/json')
})

test.each([
  ['JSON', '{"text":"x"}', 'application/json', 200, { text: 'x' }],
  ['a file of a type in the contract', 'png', 'image/png', 200, { bytes: [112, 110, 103] }],
  ['a file of another type', 'svg', 'image/svg+xml', 415, errors.notJson().body],
  ['a form', 'text=x', 'application/x-www-form-urlencoded', 415, errors.notJson().body],
  ['a file that is too large', 'x'.repeat(BODY_MAX_BYTES + 1), 'image/png', 413, errors.bodyTooLarge().body],
])(
  'SEC-60 when an endpoint takes a file, it gets %s as the contract says',
  async (_what, body, type, status, result) => {
    const response = await post('/api/upload', body, type)
    expect([response.status, await response.json()]).toEqual([status, result])
  },
)

test('an AppError is sent to the client, any other error is logged and hidden', async () => {
  expect(await ada().call(fail, { params: { how: 'expected' } })).toMatchObject({
    status: 409,
    body: errors.usernameTaken().body,
  })
  const hidden = await ada().call(fail, { params: { how: 'badly' } })
  expect(hidden).toMatchObject({ status: 500, body: errors.internal().body })
  expect(JSON.stringify(hidden.body)).not.toContain('mongodb')
  expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(1)
})

test('the request id reaches the handler and the response; a malformed id is replaced', async () => {
  const anonymous = serviceClient(http.url, secret, null)
  const given = await anonymous.call(requestId, { headers: { 'x-request-id': 'abcd-1234' } })
  expect([given.body.requestId, given.headers.get('x-request-id')]).toEqual(['abcd-1234', 'abcd-1234'])
  const replaced = await anonymous.call(requestId, { headers: { 'x-request-id': 'a b' } })
  expect(replaced.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('passwords, photos, message texts and cookies are redacted from the log', () => {
  log.info({ body: { password: 'canary1', selfie: 'canary2', nested: { content: 'canary3' } }, cookie: 'canary4' }, 'x')
  expect(lines.join()).not.toContain('canary')
})

test('liveness is independent of isReady, readiness reports it', async () => {
  isReady = false
  const [live, ready] = await Promise.all([fetch(`${http.url}/livez`), fetch(`${http.url}/readyz`)])
  isReady = true
  expect([live.status, ready.status]).toEqual([200, 503])
  expect(ready.headers.get('retry-after')).toBe('1')
  expect((await fetch(`${http.url}/readyz`)).status).toBe(200)
})

test('a stop drains the running request and accepts no new one', async () => {
  let finish = () => {}
  const slow = await listen((_req, res) => {
    finish = () => void res.end('done')
  }, listenConfig)
  const running = fetch(slow.url)
  await expect.poll(() => finish.toString()).toContain('done')
  const stopped = slow.stop()
  await expect(fetch(slow.url)).rejects.toThrow()
  finish()
  expect(await (await running).text()).toBe('done')
  await stopped
})

test('a process that shuts down reports not ready and serves with Connection: close', async () => {
  const stopping = await listen(createApp({ log, secret: keyOf(secret), isReady: () => true }, {}, [routes]), {
    ...listenConfig,
    STOP_DELAY_MS: 60_000,
  })
  expect((await fetch(`${stopping.url}/readyz`)).headers.get('connection')).toBe('keep-alive')
  void stopping.beginShutdown()
  const [live, ready] = await Promise.all([fetch(`${stopping.url}/livez`), fetch(`${stopping.url}/readyz`)])
  const call = await serviceClient(stopping.url, secret, null).call(requestId)
  expect([live.status, ready.status, call.status]).toEqual([200, 503, 200])
  expect([ready.headers.get('retry-after'), await ready.json()]).toEqual(['1', errors.unavailable().body])
  expect(call.headers.get('connection')).toBe('close')
  stopping.server.close()
})

function post(path: string, body: string, type = 'application/json'): Promise<Response> {
  const authorization = `Bearer ${signInternalToken(secret, { userId: 7, sid: 's' })}`
  return fetch(`${http.url}${path}`, { method: 'POST', body, headers: { authorization, 'content-type': type } })
}
