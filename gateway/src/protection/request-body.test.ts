import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import { login, registerUser } from '@zing/proto/http/auth'
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
function request(address = '192.0.2.1') {
  const req = Object.assign(new PassThrough(), { headers: { 'transfer-encoding': 'chunked' } })
  const res = new EventEmitter()
  // the reader uses only the request's stream and the response's end
  const read = (endpoint: AnyEndpoint = login) =>
    readBody(req as unknown as Request, res as unknown as ServerResponse, { endpoint, address })
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

test('SEC-81 a body that is incomplete after 20 s gets 408', async () => {
  const { req, read } = request()
  const rejected = expect(read()).rejects.toMatchObject({ status: 408, message: errors.requestTimeout.message })
  req.write('{')
  await vi.advanceTimersByTimeAsync(20_000)
  await rejected
})

test('when its client has left, nothing is read', async () => {
  const { req, res, read } = request()
  const body = read()
  req.write('{')
  res.emit('close')
  expect(await body).toBeNull()
})

const CHUNK = Buffer.alloc(64 * 1024)
/** Sends a chunk of a photo, and leaves the rest. */
function sendPart(address: string) {
  const one = request(address)
  const body = one.read(registerUser)
  one.req.write(CHUNK)
  return { ...one, body }
}

test('SEC-80 bodies beyond the memory get 503 until others end; photos have memory of their own', async () => {
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
  const waiting = Array.from({ length: 768 }, (_, i) => sendPart(String(addresses[i % 3]))) // together 48 MiB
  await vi.advanceTimersByTimeAsync(0)
  await expect(sendPart('192.0.2.4').body).rejects.toMatchObject({ status: 503 })

  const small = request()
  const body = small.read()
  small.req.end('{}')
  expect(String(await body)).toBe('{}')

  waiting[0]?.res.emit('close')
  const later = request()
  const photo = later.read(registerUser)
  later.req.end(CHUNK)
  expect((await photo)?.length).toBe(CHUNK.length)
})

test('SEC-80 one address takes at most half of the memory for photos', async () => {
  for (let sent = 0; sent < 384; sent++) sendPart('192.0.2.1') // together 24 MiB
  await vi.advanceTimersByTimeAsync(0)
  await expect(sendPart('192.0.2.1').body).rejects.toMatchObject({ status: 503 })
  const other = sendPart('192.0.2.2')
  other.req.end()
  expect((await other.body)?.length).toBe(CHUNK.length)
})
