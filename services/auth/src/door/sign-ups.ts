import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { currentClientAddress } from '@zing/kit/observability/security-log'
import type { Ctx } from '../context.ts'
import type { SignUps } from './price.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAYS = 28
const KEPT_MS = (DAYS + 1) * 24 * HOUR_MS

/** Counts a registration. A count that fails is lost: it only serves as a measure. */
export async function countSignUp(ctx: Ctx, epoch: number): Promise<void> {
  const { models, log, signUpAddresses, signUpsOfAddress } = ctx
  const address = currentClientAddress() ?? ''
  const earlier = signUpAddresses.get(address) ?? 0
  signUpAddresses.set(address, earlier + 1)
  if (earlier >= signUpsOfAddress) return
  const hour = Math.floor(Date.now() / HOUR_MS)
  const count = () =>
    models.SignUps.updateOne(
      { _id: idOf(epoch, hour) },
      { $inc: { count: 1 }, $setOnInsert: { expiresAt: new Date(hour * HOUR_MS + KEPT_MS), epoch } },
      { upsert: true },
    )
  try {
    await count().catch((error: unknown) => {
      if (isDuplicateKey(error)) return count() // another process has just begun the hour
      throw error
    })
  } catch (err) {
    log.warn({ err }, 'sign-up not counted')
  }
}

/** Returns the sign-ups of now, and how many are usual at this hour. */
export async function getSignUps({ models, epoch }: Ctx): Promise<SignUps> {
  const now = Date.now()
  const hour = Math.floor(now / HOUR_MS)
  const sameHours = Array.from({ length: DAYS }, (_, i) => hour - 24 * (i + 1))
  const ids = [hour, hour - 1, ...sameHours].map((at) => idOf(epoch.current(), at))
  const counts = new Map(
    (await models.SignUps.find({ _id: { $in: ids } }, { count: 1 }).lean()).map(({ _id, count }) => [_id, count]),
  )
  const countOf = (at: number) => counts.get(idOf(epoch.current(), at)) ?? 0
  const shareOfLast = 1 - (now % HOUR_MS) / HOUR_MS
  return {
    lastHour: countOf(hour) + Math.round(countOf(hour - 1) * shareOfLast),
    usual: medianOf(sameHours.map(countOf)),
  }
}

function idOf(epoch: number, hour: number): string {
  return `${epoch}:${hour}`
}

/** One day of an attack does not change the median. */
function medianOf(counts: number[]): number {
  const sorted = counts.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
