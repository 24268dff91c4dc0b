import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RETRY_AFTER_SECONDS } from '@zing/proto/limits'

/** Responds to a WebSocket upgrade with an HTTP status and no body, then closes the socket; 429 and 503 say when to retry. */
export function rejectUpgrade(socket: Duplex, status: number): void {
  const headers = ['Connection: close', 'Content-Length: 0']
  if (status === 429 || status === 503) headers.push(`Retry-After: ${RETRY_AFTER_SECONDS}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n`)
}
