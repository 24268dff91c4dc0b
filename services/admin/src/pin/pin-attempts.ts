import { randomUUID } from 'node:crypto'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { PIN_ID } from '../models/pin.ts'
import { type Bucket, refillAttempts } from './refill-attempts.ts'

const LAST_ATTEMPT = `used.${ADMIN_PIN_ATTEMPTS - 1}`

/** Uses an attempt in one conditional write, so that concurrent requests cannot exceed the limit (SEC-40 to SEC-43). */
export async function takeAttempt(ctx: Ctx, userId: number): Promise<void> {
  const { refillAt } = await refill(ctx, new Date())
  const { modifiedCount } = await ctx.models.Pin.updateOne(
    { _id: PIN_ID, [LAST_ATTEMPT]: { $exists: false } },
    { $push: { used: { id: randomUUID(), userId } } },
  )
  if (modifiedCount === 1) return
  logSecurityEvent(ctx.log, 'excess_rate_limit_exceeded', { userId, rule: 'PIN attempts' })
  const retryAfterSeconds = Math.max(1, Math.ceil((refillAt.getTime() - Date.now()) / 1_000))
  throw errors.noPinAttempts({ retryAfterSeconds })
}

/** Refunds the user's own attempts only; the attempts of other users stay counted. */
export async function refundAttempts({ models }: Ctx, userId: number): Promise<void> {
  await models.Pin.updateOne({ _id: PIN_ID }, { $pull: { used: { userId } } })
}

/** Conditional on `refillAt`: a concurrent refill computes the same result. */
async function refill({ models, pinRefillMs }: Ctx, at: Date): Promise<Bucket> {
  const bucket = await readBucket(models, at)
  const next = refillAttempts(bucket, at, pinRefillMs)
  if (!next) return bucket
  const refilled = bucket.used.slice(0, bucket.used.length - next.used.length).map(({ id }) => id)
  await models.Pin.updateOne(
    { _id: PIN_ID, refillAt: bucket.refillAt },
    { $set: { refillAt: next.refillAt }, $pull: { used: { id: { $in: refilled } } } },
  )
  return next
}

async function readBucket({ Pin }: Ctx['models'], at: Date): Promise<Bucket> {
  const stored = await Pin.findById(PIN_ID).lean()
  if (stored) return stored
  const empty: Bucket = { used: [], refillAt: at }
  await Pin.updateOne({ _id: PIN_ID }, { $setOnInsert: empty }, { upsert: true }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error // inserted concurrently
  })
  return empty
}
