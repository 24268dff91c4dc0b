import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { rejectUpgrade } from './reject-upgrade.ts'

test('a rejected upgrade gets the status line and the end of the connection', async () => {
  const socket = new PassThrough()
  rejectUpgrade(socket, 403)
  expect(await text(socket)).toBe('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
})
