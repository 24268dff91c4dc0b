import { getUser, login, logout, updateUser } from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { listUsers } from '@zing/proto/http/social'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, ConnectionError, call, callPage, isFinal } from './call.ts'

const fetchStub = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', fetchStub)
afterEach(() => {
  fetchStub.mockReset()
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', fetchStub)
})

function respond(status: number, body: string | null, statusText = '', headers = {}): void {
  fetchStub.mockResolvedValue(new Response(body, { status, statusText, headers }))
}

const errorOf = (call: Promise<unknown>) => call.then(() => null).catch((error: Error) => error)

test('a request includes cookies, and a body only if there is one (7.cookies, 7.body)', async () => {
  respond(200, '{"id":1}')
  expect(await call(null, getUser)).toEqual({ id: 1 })
  expect(fetchStub).toHaveBeenCalledWith('/api/user', {
    method: 'GET',
    credentials: 'same-origin',
    signal: expect.any(AbortSignal),
  })

  respond(200, '{"id":1}')
  await call(null, login, { body: { username: 'ada', password: 'secret' } })
  expect(fetchStub).toHaveBeenLastCalledWith('/api/login', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"ada","password":"secret"}',
    signal: expect.any(AbortSignal),
  })
})

test('a file is sent as it is, with its own content type', async () => {
  respond(201, '{"id":"1","path":"/x"}')
  const file = new Blob(['bytes'], { type: 'image/jpeg' })
  await call(null, addPhoto, { body: file })
  const [, init] = fetchStub.mock.lastCall ?? []
  expect([init?.body, init?.headers]).toEqual([file, undefined])
})

test('a response without a body resolves to undefined', async () => {
  respond(204, null)
  expect(await call(null, logout)).toBeUndefined()
})

test.each([
  ['the message of the server', 401, '{"message":"Not signed in"}', '', 'Not signed in'],
  ['the status and the body', 502, 'upstream gone', 'Bad Gateway', '502: upstream gone'],
  ['the status and its text where the body is empty', 504, '', 'Gateway Timeout', '504: Gateway Timeout'],
  ['the status and the body where it has no message', 500, '{"error":1}', '', '500: {"error":1}'],
])('the message of an error response is %s (8.general)', async (_what, status, body, statusText, message) => {
  respond(status, body, statusText)
  expect(await errorOf(call(null, getUser))).toMatchObject({ name: 'ApiError', status, message })
})

test('only an error that a retry cannot change is final', async () => {
  const results: boolean[] = []
  for (const status of [400, 403, 404, 408, 425, 429, 500, 503]) {
    respond(status, '')
    results.push(isFinal(await errorOf(call(null, getUser))))
  }
  expect(results).toEqual([true, true, true, false, false, false, false, false])
  fetchStub.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(isFinal(await errorOf(call(null, getUser)))).toBe(false)
})

test.each(['NO_LIKES_LEFT', 'NO_FIRST_MESSAGES_LEFT'])('the limit of a day, %s, is final', async (code) => {
  respond(429, JSON.stringify({ message: 'Come back tomorrow', code }), '', { 'retry-after': '40000' })
  expect(isFinal(await errorOf(call(null, getUser)))).toBe(true)
})

test('the cursor of the next page is read from the Link header', async () => {
  respond(200, '[]', '', { link: '</api/users?scope=discover&cursor=abc>; rel="next"' })
  expect(await callPage(null, listUsers, { query: { scope: 'discover', cursor: '' } })).toEqual({
    items: [],
    next: 'abc',
  })
  expect(fetchStub.mock.lastCall?.[0]).toBe('/api/users?scope=discover')
  respond(200, '[]')
  expect(await callPage(null, listUsers)).toEqual({ items: [], next: null })
})

test('a device without a network is told apart from a server that does not respond', async () => {
  fetchStub.mockRejectedValue(new TypeError('Failed to fetch'))
  const unreachable = await errorOf(call(null, getUser))
  expect(unreachable).toBeInstanceOf(ConnectionError)
  expect(unreachable?.message).toBe('Zing cannot be reached. Please try again.')
  vi.stubGlobal('navigator', { onLine: false })
  expect((await errorOf(call(null, getUser)))?.message).toBe('You are offline')
})

test('a body that breaks off is a failed connection, and a body that is no JSON is not', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })
  fetchStub.mockResolvedValue(new Response(broken))
  expect(await errorOf(call(null, getUser))).toBeInstanceOf(ConnectionError)
  respond(200, '<html>')
  expect(await errorOf(call(null, getUser))).toBeInstanceOf(SyntaxError)
})

test('every call ends: one without a response is given up after 8 s, an upload after 20 s', async () => {
  const signals: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    signals.push(ms)
    return AbortSignal.abort(new DOMException('timed out', 'TimeoutError'))
  })
  fetchStub.mockImplementation((_url, init) => Promise.reject(init?.signal?.reason))
  const timedOut = { name: 'ConnectionError', cause: expect.objectContaining({ name: 'TimeoutError' }) }
  expect(await errorOf(call(null, getUser))).toMatchObject(timedOut)
  expect(await errorOf(call(null, updateUser, { body: { name: 'Ada' } }))).toMatchObject(timedOut)
  expect(signals).toEqual([8_000, 20_000])
  vi.restoreAllMocks()
})

test('an error response says when the server wants to be asked again', async () => {
  respond(503, '{"message":"Busy"}', '', { 'retry-after': '3' })
  const error = await errorOf(call(null, getUser))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: 'Busy', retryAfterMs: 3_000 })
})
