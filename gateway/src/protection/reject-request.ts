import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendError } from '@zing/kit/http/error-handler'
import type { AppError } from '@zing/proto/errors'

const DISCARD_MS = 2_000

/** Responds with an error to a request whose body may still be arriving. */
export function rejectRequest(req: IncomingMessage, res: ServerResponse, error: AppError): void {
  if (!req.complete) {
    res.setHeader('Connection', 'close')
    res.once('finish', () => discard(req))
  }
  sendError(res, error)
}

/** Reads the rest of a request for a while, so that the client receives the response. */
export function discard(req: IncomingMessage): void {
  req.resume()
  const timeout = setTimeout(() => req.socket.destroy(), DISCARD_MS)
  req.once('end', () => clearTimeout(timeout))
  req.once('close', () => clearTimeout(timeout))
}
