import { IDLE_SWEEP_MS, type Repeated, repeat } from '@zing/kit/timing/repeat'
import type { Ctx } from '../context.ts'
import { deletePictures } from './frames.ts'

const EVERY_MS = 1_000
const AT_ONCE = 20

/** Deletes pictures of verifications whose time is over, all along. */
export function startEndedPictures(ctxOf: () => Ctx, idleMs = IDLE_SWEEP_MS): Repeated {
  return repeat(() => deleteEnded(ctxOf()), {
    everyMs: Math.min(idleMs, EVERY_MS),
    idleMs,
    onFailure: (err) => ctxOf().log.warn({ err }, 'deletion of pictures of verifications failed'),
  })
}

/** Returns true if there may be more. */
async function deleteEnded(ctx: Ctx): Promise<boolean> {
  const ended = await ctx.models.Verification.find({ expiresAt: { $lte: new Date() } }, { _id: 1 })
    .limit(AT_ONCE)
    .lean()
  await deletePictures(ctx, { _id: { $in: ended.map(({ _id }) => _id) } })
  return ended.length === AT_ONCE
}
