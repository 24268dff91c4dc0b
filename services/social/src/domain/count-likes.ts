import type { Ctx } from '../context.ts'
import type { Person } from '../models/person.ts'

/** Up to here a count is exact and read from the index; above, the stored one serves, at most a second late. */
export const EXACT_UP_TO = 1_000
const REFRESH_MS = 1_000

/** How many people like somebody. Costs the same for everyone, however popular. */
export async function countLikes(ctx: Ctx, person: Person): Promise<number> {
  const count = await ctx.models.Pair.countDocuments({ liked: person._id }, { limit: EXACT_UP_TO })
  if (count < EXACT_UP_TO) return count

  scheduleRefresh(ctx, person._id)
  return Math.max(person.likeCount, EXACT_UP_TO)
}

/** The same for a page of people, in one command. */
export async function countLikesOf({ models }: Ctx, people: Person[]): Promise<Map<number, number>> {
  const popular = people.filter(({ likeCount }) => likeCount >= EXACT_UP_TO)
  const ids = people.filter(({ likeCount }) => likeCount < EXACT_UP_TO).map(({ _id }) => _id)
  const counted = await models.Pair.aggregate<{ _id: number; count: number }>([
    { $match: { liked: { $in: ids } } },
    { $unwind: '$liked' },
    { $match: { liked: { $in: ids } } },
    { $group: { _id: '$liked', count: { $sum: 1 } } },
  ])
  return new Map([
    ...popular.map(({ _id, likeCount }): [number, number] => [_id, likeCount]),
    ...counted.map(({ _id, count }): [number, number] => [_id, count]),
  ])
}

const refreshing = new WeakMap<Ctx, Set<number>>()

/** Counts a very popular person in full, at most once a second, after whatever made it necessary. */
function scheduleRefresh(ctx: Ctx, userId: number): void {
  const waiting = refreshing.get(ctx) ?? new Set<number>()
  refreshing.set(ctx, waiting)
  if (waiting.has(userId)) return
  waiting.add(userId)
  setTimeout(() => {
    waiting.delete(userId)
    refreshCount(ctx, userId).catch((err: unknown) => ctx.log.warn({ err }, 'like count not refreshed'))
  }, REFRESH_MS).unref()
}

async function refreshCount({ models }: Ctx, userId: number): Promise<void> {
  const likeCount = await models.Pair.countDocuments({ liked: userId })
  await models.Person.updateOne({ _id: userId }, { $set: { likeCount } })
}

/** After a like or its end: the stored count matters only to the very popular. */
export async function keepCount(ctx: Ctx, userId: number): Promise<void> {
  const count = await ctx.models.Pair.countDocuments({ liked: userId }, { limit: EXACT_UP_TO })
  if (count >= EXACT_UP_TO) return scheduleRefresh(ctx, userId)
  const stale = { _id: userId, likeCount: { $gte: EXACT_UP_TO } }
  await ctx.models.Person.updateOne(stale, { $set: { likeCount: count } })
}
