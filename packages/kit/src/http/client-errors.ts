import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type AppError, errors } from '@zing/proto/errors'
import { sendRawError } from './raw-response.ts'

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

/**
 * Answers requests that Node's parser rejects, or that arrive too slowly, with JSON; Node sends an empty body. A connection
 * whose response has begun is cut. A connection that a client opened ahead and has not used stays open: a 408 could cross its
 * first request.
 */
export function respondToClientErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>() // the latest of each connection
  server.on('request', (req: IncomingMessage, res: ServerResponse) => void responses.set(req.socket, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (socket.writableEnded) return // a second error of the same connection
    if (error.code === REQUEST_TIMEOUT && isUnused(socket)) return // the server's timeout cuts it
    const response = responses.get(socket)
    if (!socket.writable || (response?.headersSent && !response.writableFinished)) return void socket.destroy()

    sendRawError(socket, toAppError(error.code))
  })
}

/** Connections of a Node server are sockets. */
function isUnused(socket: Duplex): boolean {
  return (socket as Socket).bytesRead === 0
}

function toAppError(code: string | undefined): AppError {
  switch (code) {
    case REQUEST_TIMEOUT:
      return errors.requestTimeout()
    case 'HPE_HEADER_OVERFLOW':
      return errors.headersTooLarge()
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return errors.bodyTooLarge()
  }
  return errors.invalidRequest()
}
