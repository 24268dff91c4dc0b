import { AppError } from '@zing/kit/errors'
import { sendError } from '@zing/kit/http/error-handler'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { messages } from '@zing/proto/http/errors'
import { BODY_MAX_BYTES, UPLOAD_BODY_MAX_BYTES } from '@zing/proto/limits'
import type { Request, Response } from 'express'

const REQUEST_MS = 20_000
// A rejected body is still read this long, so that the client receives the response.
const DISCARD_MS = 2_000
const WATCH_MS = 50

/** Rejects a body over the limit by its declared length (returns false) or while it streams (SEC-80). */
export function limitBody(req: Request, res: Response, { isUpload, body }: AnyEndpoint): boolean {
  const isChunked = req.headers['transfer-encoding'] !== undefined
  const limit = isUpload ? UPLOAD_BODY_MAX_BYTES : BODY_MAX_BYTES
  const rejectSize = () =>
    rejectRequest(req, res, new AppError(413, isUpload ? messages.imageTooLarge : messages.bodyTooLarge))
  if (Number(req.headers['content-length'] ?? 0) > limit || (isChunked && !body)) {
    rejectSize()
    return false
  }
  if (req.complete) return true
  if (isChunked) watchSize(req, res, limit, rejectSize)

  const timeout = isUpload ? null : setTimeout(() => req.destroy(), REQUEST_MS) // SEC-81; the server limits uploads
  res.once('close', () => {
    if (timeout) clearTimeout(timeout)
    if (!req.complete) discard(req)
  })
  return true
}

/** Counts bytes at the socket, since the stream belongs to the proxy; bytes that came with the head are not counted. */
function watchSize(req: Request, res: Response, limit: number, rejectSize: () => void): void {
  const startedAt = req.socket.bytesRead
  const watch = setInterval(() => {
    if (req.complete || req.socket.bytesRead - startedAt <= limit * 1.25) return
    clearInterval(watch)
    req.unpipe()
    if (!res.headersSent) rejectSize()
  }, WATCH_MS)
  res.once('close', () => clearInterval(watch))
}

export function rejectRequest(req: Request, res: Response, error: AppError): void {
  if (!req.complete) {
    res.set('Connection', 'close')
    res.once('finish', () => discard(req))
  }
  sendError(res, error)
}

function discard(req: Request): void {
  req.unpipe()
  req.resume()
  const timeout = setTimeout(() => req.socket.destroy(), DISCARD_MS)
  req.once('end', () => clearTimeout(timeout))
  req.once('close', () => clearTimeout(timeout))
}
