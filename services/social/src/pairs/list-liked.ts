import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { decodeCursor, encodeCursor } from '../feed/feed-cursor.ts'
import { NEVER, type Pair } from '../models/pair.ts'
import { isHidden } from '../profiles/is-hidden.ts'
import type { FeedPage, FeedRequest } from '../profiles/list-profiles.ts'
import { readerOf } from '../profiles/reader-of.ts'
import { toPublicProfile } from '../profiles/to-public-profile.ts'
import { countLikesOf } from './count-likes.ts'
import { sidesOf } from './pair-rules.ts'

const SIDES = [
  { member: 'members.0', likedAt: 'loLikedAt' },
  { member: 'members.1', likedAt: 'hiLikedAt' },
] as const

interface Position {
  likedAt: Date
  key: string
}

/** A page of the users whom the viewer likes without a match, latest like first. Hidden users are left out. */
export async function listLiked(ctx: Ctx, viewerId: number, { limit, cursor }: FeedRequest): Promise<FeedPage> {
  const from = cursor ? decodeCursor(cursor) : null
  const after = from && { likedAt: from.createdAt, key: pairKey(viewerId, from.id) }
  const sides = await Promise.all(SIDES.map((side) => readLikes(ctx, viewerId, { side, after, limit: limit + 1 })))
  const likes = sides.flat().map((pair) => ({ pair, ...positionOf(pair, viewerId) }))
  const latest = likes.toSorted(latestFirst)
  const page = latest.slice(0, limit)

  const ids = page.map(({ otherId }) => otherId)
  const found = await ctx.models.Profile.find({ _id: { $in: [...ids, viewerId] } }).lean()
  const now = new Date()
  const reader = readerOf(
    ctx,
    viewerId,
    found.find(({ _id }) => _id === viewerId),
  )
  const shown = found.filter((profile) => profile._id !== viewerId && !isHidden(profile, now))
  const byId = new Map(shown.map((profile) => [profile._id, profile]))
  const shownIds = shown.map(({ _id }) => _id)
  const [counts] = await Promise.all([countLikesOf(ctx, shown), ctx.profileQuota.use(viewerId, shownIds)])

  const last = latest.length > limit ? page.at(-1) : undefined
  return {
    profiles: page.flatMap(({ pair, otherId }) => {
      const profile = byId.get(otherId)
      return profile ? [toPublicProfile(profile, pair, counts.get(otherId) ?? 0, reader)] : []
    }),
    next: last ? encodeCursor({ createdAt: last.likedAt, id: last.otherId }) : null,
  }
}

interface LikesRequest {
  side: (typeof SIDES)[number]
  after: Position | null
  limit: number
}

/** Reads the viewer's likes as the smaller or the larger id of a pair: each side has an index. */
function readLikes(ctx: Ctx, viewerId: number, { side, after, limit }: LikesRequest): Promise<Pair[]> {
  const { member, likedAt } = side
  const given = { [member]: viewerId, matchedAt: null, blocked: false, ...ofCurrentEpoch(ctx) }
  const older = after && {
    [likedAt]: { $gt: NEVER, $lte: after.likedAt },
    $or: [{ [likedAt]: { $lt: after.likedAt } }, { _id: { $lt: after.key } }],
  }
  return ctx.models.Pair.find({ ...given, [likedAt]: { $gt: NEVER }, ...older }, { outbox: 0 })
    .sort({ [likedAt]: -1, _id: -1 })
    .limit(limit)
    .lean()
}

function positionOf(pair: Pair, viewerId: number): Position & { otherId: number } {
  const { mine, otherId } = sidesOf(pair, viewerId)
  return { likedAt: pair[mine] ?? NEVER, key: pair._id, otherId }
}

function latestFirst(a: Position, b: Position): number {
  return b.likedAt.getTime() - a.likedAt.getTime() || (a.key < b.key ? 1 : -1)
}
