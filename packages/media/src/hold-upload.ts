import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { createFairQueue, type FairQueue } from '@zing/kit/overload/fair-queue'
import { BODY_MAX_BYTES } from '@zing/proto/limits'

const MAX_QUEUED = 50
const MAX_WAIT_MS = 6_000
/** From the turn of a body to its end. */
const BODY_MS = 10_000

/** Waits before a body is read, and keeps its place until the response is sent. Until its turn the body waits at the sender. */
export type HoldUpload = (owner: number | undefined, req: IncomingMessage, res: ServerResponse) => Promise<void>

/**
 * Bounds the bodies being read or held, by declared length: one body of maximum size, or many usual ones. A JSON body takes
 * several times its length (SEC-53). Each kind of upload has its own, so that slow ones do not delay others.
 */
export function createHoldUpload(maxBytes: number): HoldUpload {
  const bodies: FairQueue<'body'> = createFairQueue({
    capacity: maxBytes,
    maxQueued: MAX_QUEUED,
    maxWaitMs: MAX_WAIT_MS,
  })

  return async function holdUpload(owner, req, res) {
    const length = Number(req.headers['content-length'] ?? maxBytes)
    if (length <= BODY_MAX_BYTES) return // small, as other bodies
    res.setHeader('Connection', 'close') // for a rejection, since the body is then not read
    const leave = await bodies.enter('body', { owner, weight: Math.min(length, maxBytes) })
    res.removeHeader('Connection')

    const timer = setTimeout(() => {
      if (req.complete || res.headersSent) return
      res.shouldKeepAlive = false
      sendUnavailable(res)
      res.once('finish', () => req.destroy())
    }, BODY_MS)
    res.once('close', () => {
      clearTimeout(timer)
      leave()
    })
  }
}
