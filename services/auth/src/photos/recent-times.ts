import type { Ctx } from '../context.ts'

export const HOUR_MS = 60 * 60 * 1_000

interface Limit {
  field: 'recentLogins' | 'selfieChanges' | 'photoAdditions'
  max: number
  withinMs: number
}

/**
 * Adds a time to a user's newest ones, unless the time before it holds `max` already. One conditional write, so that
 * concurrent requests cannot pass the limit. Returns false at the limit, or for an unknown user.
 */
export async function addWithin(
  { models }: Ctx,
  userId: number,
  { field, max, withinMs }: Limit,
  at: number,
): Promise<boolean> {
  const isBelow = { [`${field}.${max - 1}`]: { $exists: false } }
  const isOldestOver = { [`${field}.0`]: { $lte: at - withinMs } }
  const { matchedCount } = await models.User.updateOne(
    { _id: userId, $or: [isBelow, isOldestOver] },
    { $push: { [field]: { $each: [at], $slice: -max } } },
  )
  return matchedCount === 1
}
