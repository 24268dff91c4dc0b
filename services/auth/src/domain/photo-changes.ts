import { AppError } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import { messages } from '@zing/proto/http/errors'
import { SELFIE_CHANGES_PER_HOUR } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { getUser } from './get-user.ts'

const HOUR_MS = 60 * 60 * 1_000

/**
 * Counts an attempt to change the photo, in one write and before the photo is decoded, so that photos which fail count
 * too; 429 beyond SELFIE_CHANGES_PER_HOUR (SEC-57).
 */
export async function takePhotoAttempt(ctx: Ctx, userId: number, at = Date.now()): Promise<void> {
  ensureInTime()
  const last = SELFIE_CHANGES_PER_HOUR - 1
  const isAllowed = [
    { [`selfieChanges.${last}`]: { $exists: false } },
    { 'selfieChanges.0': { $lte: at - HOUR_MS } }, // the oldest of the last ten
  ]
  const { matchedCount } = await ctx.models.User.updateOne(
    { _id: userId, $or: isAllowed },
    { $push: { selfieChanges: { $each: [at], $slice: -SELFIE_CHANGES_PER_HOUR } } },
  )
  if (matchedCount > 0) return

  const { selfieChanges } = await getUser(ctx, userId)
  const retryAfterSeconds = Math.max(1, Math.ceil((Number(selfieChanges[0]) + HOUR_MS - at) / 1_000))
  throw new AppError(429, messages.tooManyRequests, { retryAfterSeconds })
}
