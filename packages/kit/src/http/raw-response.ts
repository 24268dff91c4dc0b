import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '@zing/proto/errors'
import { RETRY_AFTER_SECONDS } from '@zing/proto/limits'
import { endSoon } from './end-soon.ts'

/** Responds with an error on a connection that has no ServerResponse, then closes it. */
export function sendRawError(socket: Duplex, { status, body }: AppError): void {
  endWithResponse(socket, status, JSON.stringify(body))
}

/** Responds without Node's HTTP server and ends the connection; 429 and 503 say when to retry. */
export function endWithResponse(socket: Duplex, status: number, json = ''): void {
  const headers = ['Connection: close', `Content-Length: ${Buffer.byteLength(json)}`]
  if (json) headers.push('Content-Type: application/json; charset=utf-8')
  if (status === 429 || status === 503) headers.push(`Retry-After: ${RETRY_AFTER_SECONDS}`)
  endSoon(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${json}`)
}
