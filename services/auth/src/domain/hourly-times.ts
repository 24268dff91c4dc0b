import type { Ctx } from '../context.ts'

export const HOUR_MS = 60 * 60 * 1_000

/**
 * Adds a time to the newest ones of a user, unless the last hour has `max` already. One conditional write, so that
 * concurrent requests cannot pass the limit. Returns false at the limit, or without such a user.
 */
export async function addWithinHour(
  { models }: Ctx,
  userId: number,
  { field, max, at }: { field: 'recentLogins' | 'selfieChanges'; max: number; at: number },
): Promise<boolean> {
  const isBelow = { [`${field}.${max - 1}`]: { $exists: false } }
  const isOldestOver = { [`${field}.0`]: { $lte: at - HOUR_MS } }
  const { matchedCount } = await models.User.updateOne(
    { _id: userId, $or: [isBelow, isOldestOver] },
    { $push: { [field]: { $each: [at], $slice: -max } } },
  )
  return matchedCount === 1
}
