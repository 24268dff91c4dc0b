import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { isTimeout, request } from '@zing/kit/nats/rpc'
import { beforeScrape, picturesOldest, picturesSeen, picturesWaiting } from '@zing/kit/observability/metrics'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import { AppError } from '@zing/proto/errors'
import { lookAtPicture, VISION_TIMEOUT_MS } from '@zing/proto/nats/rpc/vision'
import type { SeenPicture } from '@zing/proto/vision/seen-picture'
import type { Ctx } from '../context.ts'
import type { PictureToSee } from '../models/picture-to-see.ts'
import type { Times } from '../times.ts'
import { pictureOf } from './named-picture.ts'
import { PICTURE_KINDS } from './picture-kinds.ts'

const EVERY_MS = 500
const IDLE_MS = 30_000
/** Pictures that a run looks at. */
const BATCH = 50
/** After this time besides the wait for vision, others take the question of a process that has ended. */
const LEASE_MS = 5_000
/** Vision has answered nothing, or nobody sees the picture yet: other pictures come first. */
const LATER_MS = 2_000
/** Vision did not manage the picture. The pause grows, since vision may have stalled for another reason. */
const AGAIN_MS = 60_000
const AGAIN_FACTOR = 5
/** After this many failures the picture is at fault. */
const ATTEMPTS_MAX = 4

type Outcome = SeenPicture | 'unreadable' | 'failed' | 'away'

/** Asks vision about the pictures that wait, one at a time, so that no picture stops the others. */
export function startLooks(
  contextOf: () => Ctx,
  { visionMs = VISION_TIMEOUT_MS, lookAgainMs = AGAIN_MS }: Pick<Times, 'visionMs' | 'lookAgainMs'> = {},
): Pick<Repeated, 'soon' | 'stop'> {
  const stopping = Promise.withResolvers<'away'>()
  let isStopping = false

  /** Returns false if none are due soon. */
  async function lookAtPictures(ctx: Ctx): Promise<boolean> {
    for (let count = 0; count < BATCH && !isStopping; count++) {
      const question = await take(ctx, visionMs + LEASE_MS)
      if (!question) return isMoreDue(ctx)
      await lookAt(ctx, question)
    }
    return true
  }

  /** Throws while vision is away. A picture that vision cannot read has no answer. */
  async function lookAt(ctx: Ctx, question: PictureToSee): Promise<void> {
    const picture = pictureOf(question._id)
    const kind = PICTURE_KINDS[picture.kind]
    const bytes = await kind?.read(ctx, picture)
    if (bytes === 'later') return putOff(ctx, question, LATER_MS)
    if (!kind || !bytes) return settle(ctx, question)
    const seen = await Promise.race([look(ctx, bytes, question), stopping.promise])
    if (seen === 'away') {
      await putOff(ctx, question, LATER_MS)
      throw new Error('vision is away')
    }
    if (seen === 'failed') return fail(ctx, question)
    if (seen !== 'unreadable') await kind.note(ctx, picture, seen)
    picturesSeen.inc({ outcome: seen === 'unreadable' ? seen : 'answered' })
    await settle(ctx, question)
  }

  async function look({ nats }: Ctx, bytes: Buffer, { wants }: PictureToSee): Promise<Outcome> {
    try {
      return await request(nats, lookAtPicture, { picture: bytes.toString('base64'), wants }, visionMs)
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 500 || isTimeout(error)) return 'failed'
      return error.status === 400 ? 'unreadable' : 'away'
    }
  }

  async function fail(ctx: Ctx, question: PictureToSee): Promise<void> {
    const attempts = question.attempts + 1
    if (attempts < ATTEMPTS_MAX)
      return putOff(ctx, question, lookAgainMs * AGAIN_FACTOR ** (attempts - 1), { $set: { attempts } })
    ctx.log.warn({ picture: question._id, attempts }, 'vision does not manage a picture, nobody looks at it any more')
    picturesSeen.inc({ outcome: 'dropped' })
    await settle(ctx, question)
  }

  const unobserve = beforeScrape(() => observeWaiting(contextOf()))
  const looks = repeat(() => lookAtPictures(contextOf()), {
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    onFailure: (err) => contextOf().log.debug({ err }, 'pictures wait'),
  })
  return {
    soon: () => looks.soon(),
    async stop() {
      isStopping = true
      stopping.resolve('away')
      unobserve()
      await looks.stop()
    },
  }
}

/** The question that is due first; other processes leave it alone for `leaseMs`. */
function take(ctx: Ctx, leaseMs: number): Promise<PictureToSee | null> {
  const now = Date.now()
  return ctx.models.PictureToSee.findOneAndUpdate(
    { nextAt: { $lte: new Date(now) }, ...ofCurrentEpoch(ctx) },
    { $set: { nextAt: new Date(now + leaseMs) } },
    { sort: { nextAt: 1 } },
  ).lean<PictureToSee>()
}

async function isMoreDue(ctx: Ctx): Promise<boolean> {
  const nextAt = { $lte: new Date(Date.now() + 2 * LATER_MS) }
  return (await ctx.models.PictureToSee.exists({ nextAt, ...ofCurrentEpoch(ctx) })) !== null
}

/** A question that was asked anew meanwhile stays as it is. */
async function putOff(ctx: Ctx, { _id, at }: PictureToSee, pauseMs: number, more: { $set?: object } = {}) {
  const nextAt = new Date(Date.now() + pauseMs)
  await ctx.models.PictureToSee.updateOne({ _id, at }, { $set: { nextAt, ...more.$set } })
}

async function settle(ctx: Ctx, { _id, at }: PictureToSee): Promise<void> {
  await ctx.models.PictureToSee.deleteOne({ _id, at })
}

async function observeWaiting(ctx: Ctx): Promise<void> {
  const { PictureToSee } = ctx.models
  const [count, oldest] = await Promise.all([
    PictureToSee.countDocuments(ofCurrentEpoch(ctx)),
    PictureToSee.findOne(ofCurrentEpoch(ctx), { at: 1 }).sort({ at: 1 }).lean<Pick<PictureToSee, 'at'>>(),
  ])
  picturesWaiting.set(count)
  picturesOldest.set(oldest ? (Date.now() - oldest.at.getTime()) / 1_000 : 0)
}
