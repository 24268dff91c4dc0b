import { createHash } from 'node:crypto'
import type { Ctx } from '../context.ts'

/** A user with more entries has no version. */
const ENTRIES_MAX = 300

/**
 * Returns a version of each user's list of notifications. It changes with every entry that is new, renewed, read or cleared.
 * Names and photos in the entries do not count.
 */
export async function notificationVersions({ models }: Ctx, userIds: number[]): Promise<(string | null)[]> {
  const max = userIds.length * ENTRIES_MAX
  const found = await models.Notification.find(
    { userId: { $in: userIds }, isCleared: false },
    { userId: 1, rev: 1, createdAt: 1, readAt: 1 },
  )
    .limit(max)
    .batchSize(max)
    .lean()
  if (found.length === max) return userIds.map(() => null)
  const entries = new Map(userIds.map((userId): [number, string[]] => [userId, []]))
  for (const { _id, userId, rev, createdAt, readAt } of found)
    entries.get(userId)?.push([_id, rev ?? 0, createdAt.getTime(), readAt?.getTime() ?? 0].join())
  return userIds.map((userId) => versionOf(entries.get(userId) ?? []))
}

function versionOf(entries: string[]): string {
  return createHash('sha256').update(entries.sort().join(';')).digest('base64url').slice(0, 22)
}
