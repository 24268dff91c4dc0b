import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { messages } from '@zing/proto/http/errors'
import { AppError } from '../errors.ts'
import { sendRawError } from './raw-response.ts'

const DISCARD_MS = 2_000

/**
 * Responds in JSON to what Node's parser rejects and to requests that do not arrive in time, where Node sends an empty
 * body. A connection whose response has begun is cut instead.
 */
export function respondToClientErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>() // the latest of each connection
  server.on('request', (req: IncomingMessage, res: ServerResponse) => void responses.set(req.socket, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (socket.writableEnded) return // a second error of the same connection
    const response = responses.get(socket)
    if (!socket.writable || (response?.headersSent && !response.writableFinished)) return void socket.destroy()

    sendRawError(socket, toAppError(error.code))
    socket.resume()
    const timeout = setTimeout(() => socket.destroy(), DISCARD_MS) // until then the client can read the response
    socket.once('close', () => clearTimeout(timeout))
  })
}

function toAppError(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError(408, messages.requestTimeout)
    case 'HPE_HEADER_OVERFLOW':
      return new AppError(431, messages.headersTooLarge)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError(413, messages.bodyTooLarge)
  }
  return new AppError(400, messages.invalidRequest)
}
