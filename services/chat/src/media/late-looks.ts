import { isTimeout } from '@zing/kit/nats/rpc'
import { beforeScrape, picturesSeen, picturesWaiting } from '@zing/kit/observability/metrics'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import { VISION_TIMEOUT_MS } from '@zing/proto/nats/rpc/vision'
import type { Ctx } from '../context.ts'
import type { Medium } from '../models/medium.ts'
import type { Times } from '../times.ts'
import { blobKeyOf } from './content.ts'

const EVERY_MS = 1_000
const IDLE_MS = 30_000
const BATCH = 10
/** After this time most receivers have seen the photo. */
const LATE_MS = 60 * 60 * 1_000
const ATTEMPTS_MAX = 3
/** The pause after a failure of vision with this photo; after others it is asked again soon. */
const AGAIN_MS = 60_000
const LATER_MS = 2_000
/** Other processes leave a photo alone this long, besides the wait for vision. */
const LEASE_MS = 5_000

/** Repeats the questions that vision has not answered during the upload. The mark appears with the next load of the message. */
export function startLateLooks(
  contextOf: () => Ctx,
  { visionMs = VISION_TIMEOUT_MS, lookAgainMs = AGAIN_MS, lookIdleMs = IDLE_MS }: Times,
): Pick<Repeated, 'soon' | 'stop'> {
  const stopping = Promise.withResolvers<never>()
  stopping.promise.catch(() => {})
  let isStopping = false

  /** Returns false if none are due soon. */
  async function lookLate(ctx: Ctx): Promise<boolean> {
    const isDue = { 'unseen.nextAt': { $lte: new Date() } }
    const media = await ctx.models.raw.media.find(isDue).sort({ 'unseen.nextAt': 1 }).limit(BATCH).toArray()
    for (const medium of media) if (!isStopping) await lookAt(ctx, medium)
    return media.length > 0 || isMoreDue(ctx)
  }

  async function lookAt(ctx: Ctx, medium: Medium): Promise<void> {
    const { nakednessFrom } = ctx.settings.current().settings.people
    const isOver = nakednessFrom === null || Date.now() - medium.createdAt.getTime() > LATE_MS
    if (isOver) return settle(ctx, medium, 'dropped')
    if (!(await putOff(ctx, medium, visionMs + LEASE_MS))) return
    const jpeg = await ctx.blobs.get(blobKeyOf(medium, 'thumb'))
    if (!jpeg) return settle(ctx, medium, 'dropped')
    try {
      const mayBeNude = await Promise.race([ctx.lookAtPhoto.patiently(jpeg), stopping.promise])
      await settle(ctx, medium, 'answered', { 'looks.mayBeNude': mayBeNude })
    } catch (error) {
      if (!isTimeout(error)) {
        await putOff(ctx, medium, LATER_MS)
        throw error
      }
      const attempts = (medium.unseen?.attempts ?? 0) + 1
      if (attempts < ATTEMPTS_MAX) return void (await putOff(ctx, medium, lookAgainMs, attempts))
      ctx.log.warn({ mediaId: medium._id, attempts }, 'vision does not manage a photo, nobody looks at it any more')
      await settle(ctx, medium, 'dropped')
    }
  }

  const unobserve = beforeScrape(async () => picturesWaiting.set(await countWaiting(contextOf())))
  const looks = repeat(() => lookLate(contextOf()), {
    everyMs: EVERY_MS,
    idleMs: lookIdleMs,
    onFailure: (err) => contextOf().log.debug({ err }, 'photos wait for vision'),
  })
  return {
    soon: () => looks.soon(),
    async stop() {
      isStopping = true
      stopping.reject(new Error('the process stops'))
      unobserve()
      await looks.stop()
    },
  }
}

/** A photo that waits for vision to come back must not wait for a search without haste. */
async function isMoreDue({ models }: Ctx): Promise<boolean> {
  const isDueSoon = { 'unseen.nextAt': { $lte: new Date(Date.now() + 2 * LATER_MS) } }
  return (await models.raw.media.findOne(isDueSoon, { projection: { _id: 1 } })) !== null
}

/** Returns false if another process has taken the photo, or if it is gone. */
async function putOff({ models }: Ctx, medium: Medium, pauseMs: number, attempts?: number): Promise<boolean> {
  const { _id, conv, unseen } = medium
  const nextAt = new Date(Date.now() + pauseMs)
  const change = { 'unseen.nextAt': nextAt, ...(attempts !== undefined && { 'unseen.attempts': attempts }) }
  const before = unseen && { 'unseen.nextAt': unseen.nextAt }
  const { matchedCount } = await models.raw.media.updateOne({ _id, conv, ...before }, { $set: change })
  if (unseen) unseen.nextAt = nextAt
  return matchedCount === 1
}

async function settle(
  { models }: Ctx,
  { _id, conv }: Medium,
  outcome: 'answered' | 'dropped',
  seen?: { 'looks.mayBeNude': boolean },
): Promise<void> {
  picturesSeen.inc({ outcome })
  await models.raw.media.updateOne({ _id, conv }, { $unset: { unseen: '' }, ...(seen && { $set: seen }) })
}

function countWaiting({ models }: Ctx): Promise<number> {
  return models.raw.media.countDocuments({ 'unseen.nextAt': { $exists: true } })
}
