import { AppError } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { messages } from '@zing/proto/http/errors'
import { SELFIE_CHANGES_PER_HOUR } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { addWithinHour, HOUR_MS } from './hourly-times.ts'

/**
 * Counts an attempt to change the photo, in one write and before the photo is decoded, so that photos which fail count
 * too; 429 beyond SELFIE_CHANGES_PER_HOUR (SEC-57).
 */
export async function takePhotoAttempt(ctx: Ctx, userId: number, at = Date.now()): Promise<void> {
  ensureInTime()
  if (await addWithinHour(ctx, userId, { field: 'selfieChanges', max: SELFIE_CHANGES_PER_HOUR, at })) return

  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { selfieChanges: 1 }).lean()
  if (!user) throw new AppError(401, messages.notSignedIn)
  const retryAfterSeconds = Math.max(1, Math.ceil((Number(user.selfieChanges[0]) + HOUR_MS - at) / 1_000))
  throw new AppError(429, messages.tooManyRequests, { retryAfterSeconds })
}
