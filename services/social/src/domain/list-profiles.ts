import { ensureInTime } from '@zing/kit/http/deadline'
import { pairKey } from '@zing/proto/pair-key'
import type { PublicProfile } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { countLikesOf } from './count-likes.ts'
import { decodeCursor, encodeCursor, type FeedPosition } from './feed-cursor.ts'
import { isHidden } from './is-hidden.ts'
import { toPublicProfile } from './to-public-profile.ts'

export interface FeedRequest {
  limit: number
  cursor?: string | undefined
  withMatches: boolean
}

// a long run of hidden profiles ends in a short page with a cursor, never in an empty one
const READS_TO_FILL = 3
const READ_MAX = 400

export async function listProfiles(
  ctx: Ctx,
  viewerId: number,
  { limit, cursor, withMatches }: FeedRequest,
): Promise<{ profiles: PublicProfile[]; next: string | null }> {
  let position = cursor ? decodeCursor(cursor) : null
  let hasMore = true
  const shown: Profile[] = []
  const pairs = new Map<string, Pair>()
  const now = new Date()

  for (let read = 0; hasMore && shown.length < limit && (read < READS_TO_FILL || shown.length === 0); read++) {
    ensureInTime() // after a reset of many users a run of hidden ones may be very long
    // one extra, as the viewer may be among them and to detect a next page; then doubled with each read
    const batchSize = Math.min((limit + 1) * 2 ** read, READ_MAX)
    const batch = await readProfiles(ctx, position, batchSize)
    hasMore = batch.length === batchSize
    for (const pair of await readPairs(ctx, viewerId, batch)) pairs.set(pair._id, pair)

    for (const profile of batch) {
      if (shown.length === limit) {
        hasMore = true
        break
      }
      position = { createdAt: profile.createdAt, id: profile._id }
      const pair = pairs.get(pairKey(viewerId, profile._id))
      const isOld = profile.epoch < ctx.epoch.current() // not in the query, which the index alone serves
      const isMatch = Boolean(pair?.matchedAt)
      const isOff = isMatch ? !withMatches : isHidden(profile, now)
      if (!isOld && profile._id !== viewerId && !pair?.blocked && !isOff) shown.push(profile)
    }
  }

  const ids = shown.map(({ _id }) => _id)
  const [counts] = await Promise.all([countLikesOf(ctx, shown), ctx.profileQuota.use(viewerId, ids)])
  return {
    profiles: shown.map((profile) =>
      toPublicProfile(profile, pairs.get(pairKey(viewerId, profile._id)), counts.get(profile._id) ?? 0, viewerId),
    ),
    next: hasMore && position ? encodeCursor(position) : null,
  }
}

/** Filter and order are those of the index alone, so that a page costs the same at any number of users. */
function readProfiles({ models }: Ctx, after: FeedPosition | null, limit: number): Promise<Profile[]> {
  const older = after && {
    createdAt: { $lte: after.createdAt },
    $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }],
  }
  return models.Profile.find({ ...older })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean()
}

function readPairs({ models }: Ctx, viewerId: number, profiles: Profile[]): Promise<Pair[]> {
  const ids = profiles.map(({ _id }) => pairKey(viewerId, _id))
  return models.Pair.find({ _id: { $in: ids } }, { outbox: 0 }).lean()
}
