import { endpoint } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import { serviceClient } from '@zing/testing/client'
import { WAIT } from '@zing/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../src/env.ts'
import { createApp } from '../../src/http/app.ts'
import { signInternalToken } from '../../src/http/internal-token.ts'
import { type Listening, listen } from '../../src/http/listen.ts'
import type { Serve } from '../../src/http/serve.ts'
import { createLog } from '../../src/observability/logger.ts'
import { deadlineHeader, ensureInTime, requestSignal } from '../../src/timing/deadline.ts'

const secret = 'x'.repeat(40)
const FAR_MS = 60_000
const write = endpoint({ method: 'POST', path: '/api/write' })

let http: Listening
let started: number
let written: number
let signal: AbortSignal | undefined
/** The handler waits for it before it writes. */
let beforeWrite: () => Promise<unknown>

function routes(serve: Serve): void {
  serve(write, async () => {
    started += 1
    signal = requestSignal()
    await beforeWrite()
    ensureInTime()
    written += 1
  })
}

beforeAll(async () => {
  const app = createApp({ log: createLog('kit-test', 'error'), secret: keyOf(secret), isReady: () => true }, {}, [
    routes,
  ])
  http = await listen(app, { PORT: 0, HOST: '127.0.0.1' })
})
afterAll(() => http.stop())
beforeEach(() => {
  started = 0
  written = 0
  beforeWrite = async () => {}
})

function post(deadline?: string): Promise<{ status: number; body: unknown }> {
  const ada = serviceClient(http.url, secret, { userId: 7, sid: 's' })
  return ada.call(write, deadline ? { headers: { [DEADLINE_HEADER]: deadline } } : {})
}

test('requests before their deadline or without a deadline are handled', async () => {
  expect(await post(deadlineHeader(performance.now() + FAR_MS))).toMatchObject({ status: 204 })
  expect(await post()).toMatchObject({ status: 204 })
  expect(written).toBe(2)
})

test('INV-6 when a request arrives after its deadline, it gets 503 and does not start', async () => {
  const sender = 'abcdef012345'
  const hourAhead = Math.round(performance.now()) + 3_600_000
  expect(await post(`${sender};${hourAhead};${hourAhead + FAR_MS}`)).toMatchObject({ status: 204 })
  const late = await post(`${sender};${hourAhead - FAR_MS};${hourAhead - 1_000}`)
  expect(late).toMatchObject({ status: 503, body: errors.unavailable().body })
  expect([started, written]).toEqual([1, 1])
})

test('INV-6 a request whose deadline passes while it is handled writes nothing', async () => {
  const deadline = performance.now() + 200
  beforeWrite = () => vi.waitUntil(() => performance.now() > deadline + 50, WAIT)
  expect(await post(deadlineHeader(deadline))).toMatchObject({ status: 503 })
  expect([started, written]).toEqual([1, 0])
  expect(signal?.aborted).toBe(true)
})

test('INV-6 a request whose client leaves while it is handled writes nothing', async () => {
  const client = new AbortController()
  const hasSeen = Promise.withResolvers<void>()
  beforeWrite = () => vi.waitUntil(() => signal?.aborted, WAIT).then(() => hasSeen.resolve())
  const headers = { authorization: `Bearer ${signInternalToken(secret, { userId: 7, sid: 's' })}` }
  const response = fetch(`${http.url}${write.path}`, { method: 'POST', headers, signal: client.signal }).catch(
    () => 'left',
  )
  await vi.waitUntil(() => started === 1, WAIT)
  client.abort()
  expect(await response).toBe('left')
  await hasSeen.promise
  beforeWrite = async () => {}
  expect(await post()).toMatchObject({ status: 204 }) // after the continuation of the first handler
  expect(written).toBe(1)
})
