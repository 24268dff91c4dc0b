import { randomUUID } from 'node:crypto'
import { AppError, isDuplicateKey } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { PIN_ID } from '../models/pin.ts'
import { type Bucket, refillAttempts } from './refill-attempts.ts'

const IS_FULL = `burnt.${ADMIN_PIN_ATTEMPTS - 1}`

/**
 * Burns one of the attempts that everybody shares, in one conditional write, before anything is compared: of any number
 * of requests at once no more than that many get through (SEC-40 to 43). 429 when none is left, also for the right PIN.
 */
export async function takeAttempt(ctx: Ctx, userId: number): Promise<void> {
  const { refillAt } = await refill(ctx, new Date())
  const { modifiedCount } = await ctx.models.Pin.updateOne(
    { _id: PIN_ID, [IS_FULL]: { $exists: false } },
    { $push: { burnt: { id: randomUUID(), userId } } },
  )
  if (modifiedCount === 1) return
  ctx.log.warn({ userId }, 'PIN attempts are used up')
  const retryAfterSeconds = Math.max(1, Math.ceil((refillAt.getTime() - Date.now()) / 1_000))
  throw new AppError(429, messages.noPinAttempts, { retryAfterSeconds })
}

/** Only what this person has burnt: somebody else's guesses stay counted. */
export async function refundAttempts({ models }: Ctx, userId: number): Promise<void> {
  await models.Pin.updateOne({ _id: PIN_ID }, { $pull: { burnt: { userId } } })
}

/** A write of its own, on condition that nobody else has refilled meanwhile: then their refill is the same. */
async function refill({ models, pinRefillMs }: Ctx, at: Date): Promise<Bucket> {
  const bucket = await readBucket(models, at)
  const next = refillAttempts(bucket, at, pinRefillMs)
  if (!next) return bucket
  const back = bucket.burnt.slice(0, bucket.burnt.length - next.burnt.length).map(({ id }) => id)
  await models.Pin.updateOne(
    { _id: PIN_ID, refillAt: bucket.refillAt },
    { $set: { refillAt: next.refillAt }, $pull: { burnt: { id: { $in: back } } } },
  )
  return next
}

async function readBucket({ Pin }: Ctx['models'], at: Date): Promise<Bucket> {
  const known = await Pin.findById(PIN_ID).lean()
  if (known) return known
  const empty: Bucket = { burnt: [], refillAt: at }
  await Pin.updateOne({ _id: PIN_ID }, { $setOnInsert: empty }, { upsert: true }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error // two processes made it in one instant
  })
  return empty
}
