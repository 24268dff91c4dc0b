import { request } from '@zing/kit/nats/rpc'
import { AppError } from '@zing/proto/errors'
import { lookAtPicture, VISION_TIMEOUT_MS } from '@zing/proto/nats/rpc/vision'
import type { Ctx, LookAtPhoto } from '../context.ts'
import type { Times } from '../times.ts'

/** An upload waits no longer for vision. */
const SOON_MS = 2_000

/** Asks vision whether photos may be explicit, by the threshold of the community. */
export function createLookAtPhoto(
  { nats, settings, log }: Pick<Ctx, 'nats' | 'settings' | 'log'>,
  { visionSoonMs = SOON_MS, visionMs = VISION_TIMEOUT_MS }: Times,
): LookAtPhoto {
  let isAway = false // until vision has answered once: no upload waits for it

  async function look(jpeg: Buffer, timeoutMs: number): Promise<boolean> {
    const { nakednessFrom } = settings.current().settings.people
    const question = { picture: jpeg.toString('base64'), wants: { nakedness: true as const } }
    try {
      const { nakedness = 0 } = await request(nats, lookAtPicture, question, timeoutMs)
      isAway = false
      return nakednessFrom !== null && nakedness * 100 >= nakednessFrom
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error
      isAway = false
      return false // a picture that vision cannot read
    }
  }

  return {
    async soon(jpeg) {
      if (isAway) return null
      return look(jpeg, visionSoonMs).catch((err: unknown) => {
        isAway = true
        log.debug({ err }, 'vision is away, uploads do not wait for it')
        return null
      })
    },
    patiently: (jpeg) => look(jpeg, visionMs),
  }
}
