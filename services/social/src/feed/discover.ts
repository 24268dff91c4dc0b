import { ensureInTime } from '@zing/kit/timing/deadline'
import type { Ctx } from '../context.ts'
import { countLikesOf } from '../pairs/count-likes.ts'
import { type PairsAndCounts, readPairs, readPairsAndCounts } from '../pairs/read-pairs.ts'
import { isDecided } from '../passes/pass-rules.ts'
import type { FeedPage, FeedRequest } from '../profiles/list-profiles.ts'
import { toPublicProfile } from '../profiles/to-public-profile.ts'
import { arrangePage, dayOf, pickLikers } from './arrange-page.ts'
import { type Fitting, fitPlaces, readFitting, readScanEnd, SCAN_MAX, wantsVerified, wishOf } from './discover-query.ts'
import { type DiscoverPosition, decodeCursor, encodeCursor, type FeedPosition } from './feed-cursor.ts'
import { pageEnd } from './page-end.ts'
import { readViewer, type Viewer } from './read-viewer.ts'

// a page has bounded reads: if hardly any user fits, it is short or empty, with a cursor
const READS_TO_FILL = 3
const READS_IF_EMPTY = 10
/** About one in so many users of the cells is near enough. */
const PLACE_FACTOR = 3

/** A page of undecided users for the viewer: each user fits the preferences of the other. */
export async function discover(ctx: Ctx, viewerId: number, { limit, cursor }: FeedRequest): Promise<FeedPage> {
  const from = cursor ? decodeCursor(cursor) : null
  const viewer = await readViewer(ctx, viewerId, { withLikers: !from })
  const found = await collect(ctx, viewer, { from, limit })
  const { shown, mixed, known } = found
  const page = isOrdered(viewer) ? arrangePage(shown, mixed, readingOf(viewer)) : shown

  const ids = page.map(({ _id }) => _id)
  await Promise.all([ctx.profileQuota.use(viewerId, ids), from ? undefined : noteActivity(ctx, viewer)])
  return {
    profiles: page.map((profile) =>
      toPublicProfile(profile, known.pairs.get(profile._id), known.counts.get(profile._id) ?? 0, viewer),
    ),
    next: found.next && encodeCursor({ ...found.next, mixedIds: from?.mixedIds ?? mixed.map(({ _id }) => _id) }),
  }
}

/** True if the feed has nobody for the viewer; null for a user who has gone meanwhile. */
export async function isFeedEmpty(ctx: Ctx, viewerId: number): Promise<boolean | null> {
  if (!(await ctx.models.Profile.exists({ _id: viewerId }))) return null
  const viewer = await readViewer(ctx, viewerId, { withLikers: true })
  const { shown, mixed, next } = await collect(ctx, viewer, { from: null, limit: 1 })
  return shown.length + mixed.length === 0 && next === null
}

/** True if somebody fits whose account was made after `since` and up to `until`. */
export async function hasNewFitting(
  ctx: Ctx,
  viewerId: number,
  { since, until }: { since: Date; until: Date },
): Promise<boolean> {
  const viewer = await readViewer(ctx, viewerId, { withLikers: false })
  const from = { createdAt: until, id: Number.MAX_SAFE_INTEGER }
  const { shown } = await collect(ctx, viewer, { from, limit: 1 }) // the newest of them
  return shown.some(({ createdAt }) => createdAt > since)
}

interface Collected {
  shown: Fitting[]
  mixed: Fitting[]
  known: PairsAndCounts
  next: DiscoverPosition | null
}

async function collect(
  ctx: Ctx,
  viewer: Viewer,
  { from, limit }: { from: DiscoverPosition | null; limit: number },
): Promise<Collected> {
  const { preferences, id } = viewer
  const known: PairsAndCounts = { pairs: new Map(), counts: new Map() }
  const isNearEnough = (one: Fitting) => fitPlaces(viewer, preferences, one)
  const isOpen = ({ _id }: Fitting) => {
    const pair = known.pairs.get(_id)
    return !pair || !isDecided(pair, id, viewer.since) // a block, or a decision beyond the number that the query leaves out
  }
  const shown: Fitting[] = []
  let mixed: Fitting[] = []
  let position: FeedPosition | null = from
  let hasMore = true
  let isFull = false
  for (let read = 0; hasMore && !isFull && read < readsFor(shown); read++) {
    ensureInTime()
    const missing = limit - mixed.length - shown.length
    // one extra to detect a next page; more among decided users, and in cells that reach beyond the distance
    const count = Math.min((missing + 1) * 2 ** read * (wishOf(viewer, preferences) ? PLACE_FACTOR : 1), SCAN_MAX)
    const wanted = { preferences, after: position, excludedIds: from?.mixedIds ?? [] }
    const likerIds = read === 0 && isOrdered(viewer) ? viewer.likerIds : []
    const found = await readFitting(ctx, viewer, { ...wanted, count, likerIds })
    const near = found.filter(isNearEnough)
    if (read === 0) add(known, await readPairsAndCounts(ctx, id, near))
    else add(known, { pairs: await readPairs(ctx, id, near) }) // the page shows few of these, so their likes are counted below

    if (read === 0) mixed = pickLikers(near.filter((one) => one.isLiker).filter(isOpen), limit, readingOf(viewer))
    const newestFirst = found.filter((one) => !one.isLiker)
    const fitting = newestFirst
      .filter((one) => isNearEnough(one) && isOpen(one))
      .filter((one) => !mixed.some(({ _id }) => _id === one._id))
    const room = limit - mixed.length - shown.length
    shown.push(...fitting.slice(0, room))
    isFull = fitting.length > room
    const last = newestFirst.at(-1)
    const end =
      newestFirst.length === count && last
        ? { createdAt: last.createdAt, id: last._id }
        : await readScanEnd(ctx, viewer, wanted)
    hasMore = end !== null
    position = end ?? position
  }
  const uncounted = shown.filter(({ _id }) => !known.counts.has(_id))
  if (uncounted.length > 0) known.counts = new Map([...known.counts, ...(await countLikesOf(ctx, uncounted))])
  const run = { from: from ?? { createdAt: viewer.now }, shown, last: position }
  return { shown, mixed, known, next: hasMore || isFull ? pageEnd(run) : null }
}

function readsFor(shown: Fitting[]): number {
  return shown.length === 0 ? READS_IF_EMPTY : READS_TO_FILL
}

function add(
  known: PairsAndCounts,
  { pairs, counts = new Map() }: Pick<PairsAndCounts, 'pairs'> & Partial<PairsAndCounts>,
): void {
  for (const [id, pair] of pairs) known.pairs.set(id, pair)
  for (const [id, count] of counts) known.counts.set(id, count)
}

/** False without preferences: the feed is then newest first. */
function isOrdered(viewer: Viewer): boolean {
  const { genders, ageMin, ageMax, lookingFor } = viewer.preferences
  if (wishOf(viewer, viewer.preferences) || wantsVerified(viewer, viewer.preferences)) return true
  return ageMin !== null || ageMax !== null || genders.length + lookingFor.length > 0
}

function readingOf({ id, now }: Viewer) {
  return { viewerId: id, now }
}

/** Notes the activity once a day: the order of others' feeds needs no more, so social stores no more. */
async function noteActivity({ models }: Ctx, { id, now, activeOn }: Viewer): Promise<void> {
  const today = dayOf(now)
  if (!activeOn || activeOn < today) await models.Profile.updateOne({ _id: id }, { $max: { activeOn: today } })
}
