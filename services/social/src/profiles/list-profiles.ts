import { ensureInTime } from '@zing/kit/timing/deadline'
import type { PublicProfile } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { decodeCursor, encodeCursor, type FeedPosition, olderThan } from '../feed/feed-cursor.ts'
import type { Pair } from '../models/pair.ts'
import { ALL_INDEX, type Profile } from '../models/profile.ts'
import { countLikesOf } from '../pairs/count-likes.ts'
import { readPairs } from '../pairs/read-pairs.ts'
import { isHidden } from './is-hidden.ts'
import { readerOf } from './reader-of.ts'
import { toPublicProfile } from './to-public-profile.ts'

export interface FeedRequest {
  limit: number
  cursor?: string | undefined
}

export interface FeedPage {
  profiles: PublicProfile[]
  next: string | null
}

// a long run of hidden profiles ends in a short page with a cursor, never in an empty one
const READS_TO_FILL = 3
const READ_MAX = 400

/** A page of all users, including matches. */
export async function listProfiles(ctx: Ctx, viewerId: number, { limit, cursor }: FeedRequest): Promise<FeedPage> {
  let position = cursor ? decodeCursor(cursor) : null
  let hasMore = true
  let reader = readerOf(ctx, viewerId)
  const shown: Profile[] = []
  const pairs = new Map<number, Pair>()
  const now = new Date()

  for (let read = 0; hasMore && shown.length < limit && (read < READS_TO_FILL || shown.length === 0); read++) {
    ensureInTime() // many hidden users may follow each other
    // one extra for the viewer or the next page, doubled with each read
    const batchSize = Math.min((limit + 1) * 2 ** read, READ_MAX)
    const { batch, viewer } = await readProfiles(ctx, position, { limit: batchSize, viewerId })
    reader = readerOf(ctx, viewerId, viewer)
    hasMore = batch.length === batchSize
    for (const [id, pair] of await readPairs(ctx, viewerId, batch)) pairs.set(id, pair)

    for (const profile of batch) {
      position = { createdAt: profile.createdAt, id: profile._id }
      const pair = pairs.get(profile._id)
      const isOld = profile.epoch < ctx.epoch.current() // not in the query, which the index alone serves
      const isOff = !pair?.matchedAt && isHidden(profile, now)
      if (isOld || profile._id === viewerId || pair?.blocked || isOff) continue
      if (shown.length === limit) {
        hasMore = true
        break
      }
      shown.push(profile)
    }
  }

  const end = shown.at(-1) // the cursor names nobody who is hidden
  const ids = shown.map(({ _id }) => _id)
  const [counts] = await Promise.all([countLikesOf(ctx, shown), ctx.profileQuota.use(viewerId, ids)])
  return {
    profiles: shown.map((profile) =>
      toPublicProfile(profile, pairs.get(profile._id), counts.get(profile._id) ?? 0, reader),
    ),
    next: hasMore && end ? encodeCursor({ createdAt: end.createdAt, id: end._id }) : null,
  }
}

/**
 * Filter and order use the index alone, so a page costs the same with any number of users. The same command reads the viewer.
 */
async function readProfiles(
  { models }: Ctx,
  after: FeedPosition | null,
  { limit, viewerId }: { limit: number; viewerId: number },
): Promise<{ batch: Profile[]; viewer: Profile | undefined }> {
  const viewer = [{ $match: { _id: viewerId } }, { $set: { isViewer: true } }]
  const found = await models.Profile.aggregate<Profile & { isViewer?: true }>([
    { $match: olderThan(after) },
    { $sort: ALL_INDEX },
    { $limit: limit },
    { $unionWith: { coll: models.Profile.collection.name, pipeline: viewer } },
  ]).hint(ALL_INDEX)
  return { batch: found.filter(({ isViewer }) => !isViewer), viewer: found.find(({ isViewer }) => isViewer) }
}
