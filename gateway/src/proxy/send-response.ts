import type { IncomingMessage, ServerResponse } from 'node:http'

/** Longest body that is written together with its head. */
const WHOLE_MAX_BYTES = 64 * 1024
/** Responses that have no body and need not say so. */
const WITHOUT_BODY = [204, 304]

/**
 * Sends a service's response to the client: a short one with one write, since writes to sockets are the largest part of what a
 * call costs the gateway, and a long one, or one of unknown length, as a stream. The proxy destroys `res` when the service
 * does not complete its response.
 */
export function sendResponse(response: IncomingMessage, res: ServerResponse): void {
  if (res.req.httpVersion === '1.0') delete response.headers['transfer-encoding']
  const isEmpty = WITHOUT_BODY.includes(response.statusCode ?? 0)
  const length = isEmpty ? 0 : Number(response.headers['content-length'] ?? Number.NaN)
  if (length <= WHOLE_MAX_BYTES) return sendWhole(response, res, length)
  writeHead(response, res)
  response.pipe(res)
}

/** Node writes head and body at once if the body is a text; as Latin-1, any bytes are one. */
function sendWhole(response: IncomingMessage, res: ServerResponse, length: number): void {
  let body = ''
  function send(): void {
    if (res.headersSent || res.destroyed) return // sent already, or past the deadline
    writeHead(response, res)
    res.end(body, 'latin1')
  }
  response.on('data', (chunk: Buffer) => {
    body += chunk.toString('latin1')
    if (body.length === length) send() // before the connection is made ready for the next call
  })
  response.once('end', send) // of one without a body, whatever length its head declares
}

function writeHead({ statusCode = 502, headers }: IncomingMessage, res: ServerResponse): void {
  res.writeHead(statusCode, headers)
}
