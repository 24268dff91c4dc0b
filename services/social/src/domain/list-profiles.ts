import type { PublicProfile } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { countLikesOf } from './count-likes.ts'
import { decodeCursor, encodeCursor, type FeedPosition } from './feed-cursor.ts'
import { pairId } from './pair-rules.ts'
import { toPublicProfile } from './to-public-profile.ts'

export interface FeedRequest {
  limit: number
  cursor?: string | undefined
  withMatches: boolean
}

// Whoever has matched or blocked many in a row gets a short page and a cursor, but never an empty one.
const READS_TO_FILL = 3
const READ_MAX = 400

/** People, newest first, without me and without blocked pairs. `next` is the cursor of the following page, if any. */
export async function listProfiles(
  ctx: Ctx,
  viewerId: number,
  { limit, cursor, withMatches }: FeedRequest,
): Promise<{ people: PublicProfile[]; next: string | null }> {
  let position = cursor ? decodeCursor(cursor) : null
  let hasMore = true
  const shown: Profile[] = []
  const pairs = new Map<string, Pair>()

  for (let read = 0; hasMore && shown.length < limit && (read < READS_TO_FILL || shown.length === 0); read++) {
    // one more than asked: it may be myself, and it tells whether there is more; then twice as many each time
    const wanted = Math.min((limit + 1) * 2 ** read, READ_MAX)
    const batch = await readPeople(ctx, position, wanted)
    hasMore = batch.length === wanted
    for (const pair of await readPairs(ctx, viewerId, batch)) pairs.set(pair._id, pair)

    for (const person of batch) {
      if (shown.length === limit) {
        hasMore = true
        break
      }
      position = { createdAt: person.createdAt, id: person._id }
      const pair = pairs.get(pairId(viewerId, person._id))
      const isHidden = person._id === viewerId || pair?.blocked || (!withMatches && pair?.matchedAt)
      if (!isHidden) shown.push(person)
    }
  }

  const counts = await countLikesOf(ctx, shown)
  return {
    people: shown.map((person) =>
      toPublicProfile(person, pairs.get(pairId(viewerId, person._id)), counts.get(person._id) ?? 0, viewerId),
    ),
    next: hasMore && position ? encodeCursor(position) : null,
  }
}

function readPeople({ models, epoch }: Ctx, after: FeedPosition | null, limit: number): Promise<Profile[]> {
  const older = after && {
    createdAt: { $lte: after.createdAt },
    $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }],
  }
  return models.Profile.find({ ...older, epoch: { $gte: epoch.current() } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean()
}

function readPairs({ models }: Ctx, viewerId: number, people: Profile[]): Promise<Pair[]> {
  const ids = people.map(({ _id }) => pairId(viewerId, _id))
  return models.Pair.find({ _id: { $in: ids } }, { outbox: 0 }).lean()
}
