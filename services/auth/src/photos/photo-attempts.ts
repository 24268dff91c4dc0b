import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { type ErrorFactory, errors } from '@zing/proto/errors'
import { PHOTO_UPLOADS_PER_DAY, SELFIE_CHANGES_PER_HOUR } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { addWithin, HOUR_MS } from './recent-times.ts'

export interface AttemptLimit {
  field: 'selfieChanges' | 'photoAdditions'
  max: number
  withinMs: number
  refusal: ErrorFactory
}

export const SELFIE_CHANGES: AttemptLimit = {
  field: 'selfieChanges',
  max: SELFIE_CHANGES_PER_HOUR,
  withinMs: HOUR_MS,
  refusal: errors.tooManyRequests,
}
export const NEW_PHOTOS: AttemptLimit = {
  field: 'photoAdditions',
  max: PHOTO_UPLOADS_PER_DAY,
  withinMs: 24 * HOUR_MS,
  refusal: errors.noPhotosLeft,
}

type Times = Partial<Record<AttemptLimit['field'], number[]>>

/**
 * Counts an attempt to change the selfie or to add a photo; 429 beyond the limit (SEC-57). Counts it in one write
 * before decoding, so that bad photos count too.
 */
export async function takePhotoAttempt(ctx: Ctx, userId: number, limit: AttemptLimit): Promise<void> {
  ensureInTime()
  const at = Date.now()
  if (await addWithin(ctx, userId, limit, at)) return

  const { field, withinMs, refusal } = limit
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { [field]: 1 }).lean<Times>()
  if (!user) throw errors.notSignedIn()
  const retryAfterSeconds = Math.max(1, Math.ceil((Number(user[field]?.[0]) + withinMs - at) / 1_000))
  throw refusal({ retryAfterSeconds })
}
