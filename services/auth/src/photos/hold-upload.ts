import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { BODY_MAX_BYTES, UPLOAD_BODY_MAX_BYTES } from '@zing/proto/limits'
import { createFairQueue, type FairQueue } from '../queue/fair-queue.ts'
import type { PhotoLane } from './photo-queue.ts'

/** The bodies being read or held, by declared length: one body of maximum size, or ten usual photos. */
const CAPACITY_BYTES = UPLOAD_BODY_MAX_BYTES
const MAX_QUEUED = 50
const MAX_WAIT_MS = 6_000
/** From the turn of a body to its end. */
const BODY_MS = 10_000

/** Separate queues, so that slow uploads in one lane do not delay the other. */
const bodies: Record<PhotoLane, FairQueue<PhotoLane>> = { registration: createBodies(), profile: createBodies() }

function createBodies(): FairQueue<PhotoLane> {
  return createFairQueue({ capacity: CAPACITY_BYTES, maxQueued: MAX_QUEUED, maxWaitMs: MAX_WAIT_MS })
}

/**
 * Waits before a body with a photo is read, and keeps its place until the response is sent. A JSON body takes several
 * times its length (SEC-53). Until its turn the body waits at the sender.
 */
export async function holdUpload(
  lane: PhotoLane,
  owner: number | undefined,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const length = Number(req.headers['content-length'] ?? UPLOAD_BODY_MAX_BYTES)
  if (length <= BODY_MAX_BYTES) return // small, as other bodies
  res.setHeader('Connection', 'close') // for a rejection, since the body is then not read
  const leave = await bodies[lane].enter(lane, { owner, weight: Math.min(length, UPLOAD_BODY_MAX_BYTES) })
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
