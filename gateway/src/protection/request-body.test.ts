import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { login, registerUser } from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { BODY_MAX_BYTES } from '@zing/proto/limits'
import type { Request } from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBodyReader, type ReadBody } from './request-body.ts'

let readBody: ReadBody
beforeEach(() => {
  vi.useFakeTimers()
  readBody = createBodyReader()
})
afterEach(() => void vi.useRealTimers())

/** A request whose body comes in chunks, and its response. */
function request() {
  const req = Object.assign(new PassThrough(), { headers: { 'transfer-encoding': 'chunked' } })
  const res = new EventEmitter()
  // the reader uses the stream of the request and the end of the response only
  const read = (endpoint: AnyEndpoint = login) =>
    readBody(req as unknown as Request, res as unknown as ServerResponse, endpoint)
  return { req, res, read }
}

test('SEC-80 a body is read up to exactly its limit', async () => {
  const exact = request()
  const body = exact.read()
  exact.req.write('x'.repeat(BODY_MAX_BYTES - 1))
  exact.req.end('x')
  expect((await body)?.length).toBe(BODY_MAX_BYTES)

  const over = request()
  const rejected = expect(over.read()).rejects.toMatchObject({ status: 413 })
  over.req.write('x'.repeat(BODY_MAX_BYTES))
  over.req.end('x')
  await rejected
})

test('SEC-81 a body that has not arrived after 20 s is a 408', async () => {
  const { req, read } = request()
  const rejected = expect(read()).rejects.toMatchObject({ status: 408, message: messages.requestTimeout })
  req.write('{')
  await vi.advanceTimersByTimeAsync(20_000)
  await rejected
})

test('nothing is read for a client that has left', async () => {
  const { req, res, read } = request()
  const body = read()
  req.write('{')
  res.emit('close')
  expect(await body).toBeNull()
})

test('SEC-80 bodies that do not fit into the memory for them are a 503, until others have ended; photos do not count against small ones', async () => {
  const chunk = Buffer.alloc(64 * 1024)
  const waiting = Array.from({ length: 2_048 }, request) // 128 MiB
  for (const { req, read } of waiting) {
    void read(registerUser)
    req.write(chunk)
  }
  await vi.advanceTimersByTimeAsync(0)
  const further = request()
  const rejected = expect(further.read(registerUser)).rejects.toMatchObject({ status: 503 })
  further.req.write(chunk)
  await rejected

  const small = request()
  const body = small.read()
  small.req.end('{}')
  expect(String(await body)).toBe('{}')

  waiting[0]?.res.emit('close')
  const later = request()
  const photo = later.read(registerUser)
  later.req.end(chunk)
  expect((await photo)?.length).toBe(chunk.length)
})
