import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { rejectUpgrade } from './reject-upgrade.ts'

test.each([
  [403, 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  [503, 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n'],
])('an upgrade rejected with %i gets its headers and the end of the connection', async (status, response) => {
  const socket = new PassThrough()
  rejectUpgrade(socket, status)
  expect(await text(socket)).toBe(response)
})
