import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import type { PipelineStage } from 'mongoose'
import type { Ctx } from '../context.ts'
import { ALL_INDEX, CLASS_INDEX, OPEN_INDEX, PLACE_INDEX, type Profile, VERIFIED_INDEX } from '../models/profile.ts'
import { atKeys, keysOf } from '../places/place-keys.ts'
import { isWhereWished, type PlaceWish, placeWishOf } from '../places/place-wish.ts'
import { ALL_CLASSES, classesOf, openKeysOf } from './feed-class.ts'
import { type FeedPosition, olderThan } from './feed-cursor.ts'
import type { Viewer } from './read-viewer.ts'

/** Index entries that one query reads: a rare preference must not make it read the whole feed. */
export const SCAN_MAX = 1_000

export interface Wanted {
  /** The preferences of the viewer or of a hint. */
  preferences: DiscoveryPreferences
  after?: FeedPosition | null
  excludedIds?: number[]
}

/**
 * The part that the index answers, with only equalities and the order. With a wish for places: users of these places. With a
 * wish for verified users: these, in the classes that the viewer wants. Else: users open to the viewer in these classes.
 */
export function inIndex(viewer: Viewer, { preferences, after = null, excludedIds = [] }: Wanted) {
  return {
    ...inOneIndex(viewer, preferences),
    _id: { $nin: [viewer.id, ...viewer.decidedIds, ...excludedIds] },
    ...olderThan(after),
  }
}

function inOneIndex(viewer: Viewer, preferences: DiscoveryPreferences) {
  const wish = wishOf(viewer, preferences)
  if (wish) return { at: { $in: atKeys(viewer, wish) } }
  if (!wantsVerified(viewer, preferences)) return openInClass(viewer, preferences)
  return { verified: true as const, feedClass: { $in: classesOf(preferences) ?? ALL_CLASSES } }
}

/** True if only verified users count with these preferences. */
export function wantsVerified({ verifiesMembers }: Viewer, { verifiedOnly }: DiscoveryPreferences): boolean {
  return Boolean(verifiesMembers && verifiedOnly)
}

function openInClass(viewer: Viewer, preferences: DiscoveryPreferences) {
  const classes = classesOf(preferences)
  const openKeys = openKeysOf(viewer, { isVerified: viewer.isVerified || !viewer.verifiesMembers })
  return { openTo: { $in: openKeys }, ...(classes && { feedClass: { $in: classes } }) }
}

export function indexFor(viewer: Viewer, preferences: DiscoveryPreferences) {
  if (wishOf(viewer, preferences)) return PLACE_INDEX
  if (wantsVerified(viewer, preferences)) return VERIFIED_INDEX
  return classesOf(preferences) ? CLASS_INDEX : OPEN_INDEX
}

/** The wish for places that counts with these preferences. */
export function wishOf({ arePlacesOn, place }: Viewer, preferences: DiscoveryPreferences): PlaceWish | null {
  return arePlacesOn ? placeWishOf(place, preferences) : null
}

/** The part of the rule about places that no query decides: queries know cells, this knows distances. */
export function fitPlaces(viewer: Viewer, preferences: DiscoveryPreferences, other: Placed): boolean {
  if (!viewer.arePlacesOn) return true
  const othersWish = placeWishOf(other.place, other.preferences)
  return (
    isWhereWished(wishOf(viewer, preferences), viewer.place, other.place) &&
    isWhereWished(othersWish, other.place, viewer.place)
  )
}

type Placed = Pick<Profile, 'place' | 'preferences'>

/** The rest of the rule: exact ages, relationship goals, places by cell, and users who are off the feed. */
export function fits(ctx: Ctx, viewer: Viewer, preferences: DiscoveryPreferences) {
  const isForVerified = wantsVerified(viewer, preferences)
  return {
    ...ofCurrentEpoch(ctx),
    ...((wishOf(viewer, preferences) || isForVerified) && openInClass(viewer, preferences)),
    ...(isForVerified && { verified: true as const }),
    ...(viewer.arePlacesOn && { reach: { $in: [null, ...keysOf(viewer.place)] } }),
    hidden: { $ne: true },
    suspendedUntil: { $not: { $gt: viewer.now } },
    'preferences.ageMin': { $not: { $gt: viewer.age } },
    'preferences.ageMax': { $not: { $lt: viewer.age } },
    ...wishes(preferences),
    ...(viewer.lookingFor && {
      $or: [{ 'preferences.lookingFor.0': { $exists: false } }, { 'preferences.lookingFor': viewer.lookingFor }],
    }),
  }
}

/** The part of preferences about others besides gender. Users who have not set what they are looking for fit. */
export function wishes({ ageMin, ageMax, lookingFor }: DiscoveryPreferences) {
  return {
    ...((ageMin !== null || ageMax !== null) && {
      age: { ...(ageMin !== null && { $gte: ageMin }), ...(ageMax !== null && { $lte: ageMax }) },
    }),
    ...(lookingFor.length > 0 && { lookingFor: { $in: [null, ...lookingFor] } }),
  }
}

/** A profile of the feed. A profile marked as liker may be mixed in. */
export type Fitting = Profile & { isLiker?: true }

/** Reads up to `count` users who fit, newest first. The same command reads the users who like the viewer. */
export function readFitting(
  ctx: Ctx,
  viewer: Viewer,
  { count, likerIds = [], ...wanted }: Wanted & { count: number; likerIds?: number[] },
): Promise<Fitting[]> {
  const { Profile } = ctx.models
  const { preferences } = wanted
  const matching = fits(ctx, viewer, preferences)
  const pipeline: PipelineStage[] = [
    { $match: inIndex(viewer, wanted) },
    { $sort: ALL_INDEX },
    { $limit: SCAN_MAX },
    { $match: matching },
    { $limit: count },
  ]
  if (likerIds.length > 0) {
    const { _id: _others, ...inPlaceOrClass } = inIndex(viewer, { preferences })
    const liker = { _id: { $in: likerIds }, ...inPlaceOrClass, ...matching }
    const likers = [{ $match: liker }, { $set: { isLiker: true } }]
    pipeline.push({ $unionWith: { coll: Profile.collection.name, pipeline: likers } })
  }
  return Profile.aggregate<Fitting>(pipeline).hint(indexFor(viewer, preferences)).exec()
}

/** Returns where a query with too few results stopped: the position of its last profile, or null at the end. */
export async function readScanEnd({ models }: Ctx, viewer: Viewer, wanted: Wanted): Promise<FeedPosition | null> {
  const [last] = await models.Profile.find(inIndex(viewer, wanted), { createdAt: 1 })
    .sort(ALL_INDEX)
    .skip(SCAN_MAX - 1)
    .limit(1)
    .hint(indexFor(viewer, wanted.preferences))
    .lean()
  return last ? { createdAt: last.createdAt, id: last._id } : null
}
