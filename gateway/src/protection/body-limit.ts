import { AppError } from '@zing/kit/errors'
import { sendError } from '@zing/kit/http/error-handler'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { messages } from '@zing/proto/http/errors'
import { BODY_MAX_BYTES, UPLOAD_BODY_MAX_BYTES } from '@zing/proto/limits'
import type { Request, Response } from 'express'

const REQUEST_MS = 20_000
/** How long a refused body is read and thrown away, so that the client gets to see the answer. */
const DISCARD_MS = 2_000
const WATCH_MS = 50

/**
 * Refuses what says that it is too large at once, and cuts off what turns out to be. After an early answer nothing more is
 * taken. False if it has answered.
 */
export function limitBody(req: Request, res: Response, { isUpload, body }: AnyEndpoint): boolean {
  const isChunked = req.headers['transfer-encoding'] !== undefined
  const limit = isUpload ? UPLOAD_BODY_MAX_BYTES : BODY_MAX_BYTES
  const refuseSize = () =>
    refuse(req, res, new AppError(413, isUpload ? messages.imageTooLarge : messages.bodyTooLarge))
  if (Number(req.headers['content-length'] ?? 0) > limit || (isChunked && !body)) {
    refuseSize()
    return false
  }
  if (req.complete) return true
  if (isChunked) watchSize(req, res, limit, refuseSize)

  const slow = isUpload ? null : setTimeout(() => req.destroy(), REQUEST_MS) // SEC-81; uploads have the server's own limit
  res.once('close', () => {
    if (slow) clearTimeout(slow)
    if (!req.complete) discard(req)
  })
  return true
}

/** Counts at the socket, for the stream belongs to the proxy: roughly, since what came with the head was read before. */
function watchSize(req: Request, res: Response, limit: number, refuseSize: () => void): void {
  const startedAt = req.socket.bytesRead
  const watch = setInterval(() => {
    if (req.complete || req.socket.bytesRead - startedAt <= limit * 1.25) return
    clearInterval(watch)
    req.unpipe()
    if (!res.headersSent) refuseSize()
  }, WATCH_MS)
  res.once('close', () => clearInterval(watch))
}

/** Answers without having read the body. */
export function refuse(req: Request, res: Response, error: AppError): void {
  if (!req.complete) {
    res.set('Connection', 'close')
    res.once('finish', () => discard(req))
  }
  sendError(res, error)
}

function discard(req: Request): void {
  req.unpipe()
  req.resume()
  const cut = setTimeout(() => req.socket.destroy(), DISCARD_MS)
  req.once('end', () => clearTimeout(cut))
  req.once('close', () => clearTimeout(cut))
}
