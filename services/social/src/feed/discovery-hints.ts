import { createHmac, randomBytes } from 'node:crypto'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { getDiscoveryHints } from '@zing/proto/http/discovery'
import { HINT_COUNT_MAX, HINT_COUNT_MIN, HINTS_FRESH_MS } from '@zing/proto/limits'
import type { DiscoveryHint, DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import { LRUCache } from 'lru-cache'
import type { Ctx, HintCache } from '../context.ts'
import type { Profile } from '../models/profile.ts'
import { readPairsAndCounts } from '../pairs/read-pairs.ts'
import { isDecided } from '../passes/pass-rules.ts'
import { isWhereWished } from '../places/place-wish.ts'
import { fitPlaces, fits, indexFor, inIndex, SCAN_MAX, wishes, wishOf } from './discover-query.ts'
import { classesOf } from './feed-class.ts'
import { type Proposal, proposeChanges } from './propose-changes.ts'
import { readViewer, type Viewer } from './read-viewer.ts'

const CACHED_USERS_MAX = 10_000
/** Each process has its own, so that no key can be guessed from a place. */
const secret = randomBytes(32)

export function createHintCache(): HintCache {
  return new LRUCache({ max: CACHED_USERS_MAX, ttl: HINTS_FRESH_MS })
}

/** Returns ways out of an empty feed: changes of preferences, and whether there is a passed user to bring back. */
export async function getHints(ctx: Ctx, userId: number): Promise<ResponseOf<typeof getDiscoveryHints>> {
  const viewer = await readViewer(ctx, userId, { withLikers: false })
  const [hints, hasPassed] = await Promise.all([hintsFor(ctx, viewer), hasPasses(ctx, viewer)])
  return { hints, hasPassed }
}

async function hasPasses({ models }: Ctx, { id, since }: Viewer): Promise<boolean> {
  const passes = [
    models.Pair.exists({ 'members.0': id, loPassedAt: { $gt: since }, blocked: false }),
    models.Pair.exists({ 'members.1': id, hiPassedAt: { $gt: since }, blocked: false }),
  ]
  return (await Promise.all(passes)).some(Boolean)
}

/** The changes that show at least HINT_COUNT_MIN more users, counted once in HINTS_FRESH_MS. */
async function hintsFor(ctx: Ctx, viewer: Viewer): Promise<DiscoveryHint[]> {
  const key = hintKey(ctx, viewer)
  const cached = ctx.hintCache.get(key)
  if (cached) return cached

  const hints: DiscoveryHint[] = []
  for (const proposal of proposeChanges(viewer.preferences, wishOf(viewer, viewer.preferences))) {
    const count = await countMore(ctx, viewer, proposal)
    if (count >= HINT_COUNT_MIN) hints.push({ ...proposal, count })
  }
  ctx.hintCache.set(key, hints)
  return hints
}

/** The key names no place in clear: nothing of a former place stays, not even for minutes. */
function hintKey(ctx: Ctx, { id, preferences, arePlacesOn, place, verifiesMembers, isVerified }: Viewer): string {
  const placed = [arePlacesOn && place?.id, place?.isVisiting]
  const state = JSON.stringify([ctx.epoch.current(), preferences, placed, verifiesMembers, isVerified])
  return `${id}:${createHmac('sha256', secret).update(state).digest('base64url')}`
}

/** Counts up to HINT_COUNT_MAX more users that a change would show, among the first SCAN_MAX of the index. */
async function countMore(ctx: Ctx, viewer: Viewer, { change, preferences }: Proposal): Promise<number> {
  const wish = wishOf(viewer, viewer.preferences)
  const others = change === 'distance' ? {} : { $nor: [wanted(viewer.preferences)] }
  const found = await ctx.models.Profile.aggregate<Counted>([
    { $match: { ...inIndex(viewer, { preferences }), ...others } },
    { $limit: SCAN_MAX },
    { $match: fits(ctx, viewer, preferences) },
    { $project: { likeCount: 1, place: 1, preferences: 1 } },
  ]).hint(indexFor(viewer, preferences))
  const isMore = (one: Counted) =>
    fitPlaces(viewer, preferences, one) && (change !== 'distance' || !isWhereWished(wish, viewer.place, one.place))
  const more = found.filter(isMore).slice(0, HINT_COUNT_MAX)
  const { pairs } = await readPairsAndCounts(ctx, viewer.id, more)
  const isOpen = ({ _id }: { _id: number }) => {
    const pair = pairs.get(_id)
    return !pair || !isDecided(pair, viewer.id, viewer.since)
  }
  return more.filter(isOpen).length
}

type Counted = Pick<Profile, '_id' | 'likeCount' | 'place' | 'preferences'>

/** All parts of preferences about others besides places. */
function wanted(preferences: DiscoveryPreferences) {
  const classes = classesOf(preferences)
  return { ...(classes && { feedClass: { $in: classes } }), ...wishes(preferences) }
}
