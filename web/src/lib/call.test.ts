import { getUser, login, logout } from '@zing/proto/http/auth'
import { listUsers } from '@zing/proto/http/social'
import { afterEach, expect, test, vi } from 'vitest'
import { call, callPage, isFinal } from './call.ts'

const fetchStub = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', fetchStub)
afterEach(() => fetchStub.mockReset())

function answer(status: number, body: string | null, statusText = '', headers = {}): void {
  fetchStub.mockResolvedValue(new Response(body, { status, statusText, headers }))
}

const refusal = (asked: Promise<unknown>) => asked.then(() => null).catch((error: Error) => error)

test('cookies go along, and a body only where there is one', async () => {
  answer(200, '{"id":1}')
  expect(await call(getUser)).toEqual({ id: 1 })
  expect(fetchStub).toHaveBeenCalledWith('/api/user', {
    method: 'GET',
    credentials: 'same-origin',
    signal: expect.any(AbortSignal),
  })

  answer(200, '{"id":1}')
  await call(login, { body: { username: 'ada', password: 'secret' } })
  expect(fetchStub).toHaveBeenLastCalledWith('/api/login', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"ada","password":"secret"}',
    signal: expect.any(AbortSignal),
  })
})

test('an answer without a body is nothing', async () => {
  answer(204, null)
  expect(await call(logout)).toBeUndefined()
})

test.each([
  ['the server’s words', 401, '{"message":"Not signed in"}', '', 'Not signed in'],
  ['the status and the body', 502, 'upstream gone', 'Bad Gateway', '502: upstream gone'],
  ['the status and its text where the body is empty', 504, '', 'Gateway Timeout', '504: Gateway Timeout'],
  ['the status and the body where it has no message', 500, '{"error":1}', '', '500: {"error":1}'],
])('a refusal says %s', async (_what, status, body, statusText, message) => {
  answer(status, body, statusText)
  expect(await refusal(call(getUser))).toMatchObject({ name: 'ApiError', status, message })
})

test('only a refusal that nothing can change is final', async () => {
  const verdicts: boolean[] = []
  for (const status of [400, 403, 404, 408, 425, 429, 500, 503]) {
    answer(status, '')
    verdicts.push(isFinal(await refusal(call(getUser))))
  }
  expect(verdicts).toEqual([true, true, true, false, false, false, false, false])
  fetchStub.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(isFinal(await refusal(call(getUser)))).toBe(false)
})

test('the next page is where the Link says', async () => {
  answer(200, '[]', '', { link: '</api/users?scope=discover&cursor=abc>; rel="next"' })
  expect(await callPage(listUsers, { query: { scope: 'discover', cursor: '' } })).toEqual({ items: [], next: 'abc' })
  expect(fetchStub.mock.lastCall?.[0]).toBe('/api/users?scope=discover')
  answer(200, '[]')
  expect(await callPage(listUsers)).toEqual({ items: [], next: null })
})
