import { createFairQueue } from '@zing/kit/overload/fair-queue'
import { readPhoto } from '@zing/media/photos/read-photo'
import { AppError, errors } from '@zing/proto/errors'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import { type lookAtPicture, VISION_PICTURE_MAX_BYTES, VISION_TIMEOUT_MS } from '@zing/proto/nats/rpc/vision'
import type { SeenPicture } from '@zing/proto/vision/seen-picture'
import { pictureDuration, refused, waiting } from './metrics.ts'
import type { Models } from './models.ts'
import { seePose } from './see/see-pose.ts'

type Question = RpcInput<typeof lookAtPicture>

/** The processor is the limit, and one picture takes 100 MB for its moment. */
const PICTURES_AT_A_TIME = 1
const MAX_WAITING = 8
/** A picture that begins later would be done after its asker has given up. */
const MAX_WAIT_MS = VISION_TIMEOUT_MS - 3_000

/** Looks at one picture at a time and keeps nothing of it. `afterEach` runs between two pictures. */
export function createLook({ seeNakedness, seeFaces }: Models, afterEach: () => void) {
  const queue = createFairQueue<'picture'>({
    capacity: PICTURES_AT_A_TIME,
    maxQueued: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  })
  let isStopping = false

  async function at(question: Question): Promise<SeenPicture> {
    waiting.inc()
    try {
      const leave = await queue.enter('picture').finally(() => waiting.dec())
      try {
        if (isStopping) throw errors.unavailable()
        return await see(question)
      } finally {
        leave()
        afterEach()
      }
    } catch (err) {
      refused.inc({ reason: err instanceof AppError ? String(err.status) : 'failed' })
      throw err
    }
  }

  async function see({ picture, wants }: Question): Promise<SeenPicture> {
    const bytes = readPhoto(Buffer.from(picture, 'base64'))
    if (bytes.length > VISION_PICTURE_MAX_BYTES) throw errors.invalidImage()
    const startedAt = performance.now()
    const nakedness = wants.nakedness && (await seeNakedness(bytes))
    const faces = (wants.face || wants.pose) && (await seeFaces(bytes))
    pictureDuration.observe((performance.now() - startedAt) / 1_000)
    const [largest] = faces || []
    return {
      ...(nakedness !== undefined && { nakedness }),
      ...(wants.face && faces && { face: largest?.descriptor ?? null, faceCount: faces.length }),
      ...(wants.pose && { pose: seePose(wants.pose, largest?.shape) }),
    }
  }

  return {
    at,
    /** Refuses the pictures that wait: their askers keep them and ask another process. */
    stop(): void {
      isStopping = true
    },
  }
}
