import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendUnavailable } from '@zing/kit/http/error-handler'
import { BODY_MAX_BYTES, UPLOAD_BODY_MAX_BYTES } from '@zing/proto/limits'
import { createFairQueue, type FairQueue } from '../queue/fair-queue.ts'
import type { PhotoLane } from './photo-queue.ts'

/** Bodies that are read or held, by their declared lengths: one of the largest, or ten of usual photos. */
const CAPACITY_BYTES = UPLOAD_BODY_MAX_BYTES
const MAX_QUEUED = 50
const MAX_WAIT_MS = 6_000
/** From its turn to the end of the body. */
const BODY_MS = 10_000

/** Separate, so that uploads that come slowly in one lane do not hold up the other. */
const bodies: Record<PhotoLane, FairQueue<PhotoLane>> = { registration: createBodies(), profile: createBodies() }

function createBodies(): FairQueue<PhotoLane> {
  return createFairQueue({ capacity: CAPACITY_BYTES, maxQueued: MAX_QUEUED, maxWaitMs: MAX_WAIT_MS })
}

/**
 * Waits before a body with a photo is read, and holds its place until the response has been sent: as JSON a body takes
 * several times its length (SEC-53). What is not read waits with its sender.
 */
export async function holdUpload(
  lane: PhotoLane,
  owner: number | undefined,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const length = Number(req.headers['content-length'] ?? UPLOAD_BODY_MAX_BYTES)
  if (length <= BODY_MAX_BYTES) return // as small as any other
  res.setHeader('Connection', 'close') // for a rejection: the body is not read then
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
