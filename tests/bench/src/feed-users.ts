import { bandBetween } from '@zing/places/band-between'
import { towns } from '@zing/places/data/towns'
import type { CardPlace } from '@zing/proto/places/place'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { NO_STORY } from '@zing/proto/profiles/story'
import { classesOf, classOf } from '@zing/social/feed/feed-class'
import type { FeedPosition } from '@zing/social/feed/feed-cursor'
import { createModels } from '@zing/social/models/models'
import { placeKeysOf } from '@zing/social/places/place-keys'
import type { Connection } from 'mongoose'
import type { BenchUser } from './users.ts'

const FIRST_ID = 2_000_001
const BATCH = 2_000
const NEWEST_AT = Date.UTC(2026, 0, 1)
const INTERVAL_MS = 1_000
/** The viewer has liked every twentieth of the newest thousand profiles. */
const VIEWER_LIKES = 50
const LIKE_INTERVAL = 20

export function positionOf(index: number): FeedPosition {
  return { createdAt: new Date(NEWEST_AT - index * INTERVAL_MS), id: FIRST_ID + index }
}

/** Inserts profiles `from` to `to` into social's database; its neighbour likes every second one. */
export async function insertFeedUsers(social: Connection, from: number, to: number): Promise<void> {
  const { profiles, pairs } = collectionsOf(social)
  for (let first = from; first < to; first += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, to - first) }, (_, offset) => first + offset)
    await profiles.insertMany(indexes.map(profileAt))
    const liked = indexes.filter((index) => index % 2 === 0)
    await pairs.insertMany(liked.map((index) => likeOf(FIRST_ID + index, FIRST_ID + index + 1)))
  }
}

/** Deletes profiles and likes that earlier parts have inserted. */
export async function deleteFeedUsers(social: Connection): Promise<void> {
  const { profiles, pairs } = collectionsOf(social)
  const [last] = await profiles.find().sort({ _id: -1 }).limit(1).toArray()
  for (let first = FIRST_ID; last && first <= last._id; first += BATCH) {
    await profiles.deleteMany({ _id: { $gte: first, $lt: first + BATCH } })
    const liked = Array.from({ length: BATCH }, (_, offset) => likeOf(first + offset, first + offset + 1)._id)
    await pairs.deleteMany({ _id: { $in: liked } })
  }
}

export async function insertViewerLikes(social: Connection, viewer: BenchUser): Promise<void> {
  const likes: PairDocument[] = Array.from({ length: VIEWER_LIKES }, (_, index) => {
    const pair = likeOf(viewer.id, FIRST_ID + index * LIKE_INTERVAL)
    const at = new Date(NEWEST_AT)
    return index % 2 === 0 ? pair : { ...pair, hiLikedAt: at, liked: [...pair.members], matchedAt: at }
  })
  await collectionsOf(social).pairs.insertMany(likes)
}

/** Bypasses mongoose documents, which would take minutes for 200,000 profiles. */
function collectionsOf(social: Connection) {
  const { Profile, Pair } = createModels(social)
  return {
    profiles: social.collection<ProfileDocument>(Profile.collection.name),
    pairs: social.collection<PairDocument>(Pair.collection.name),
  }
}

type ProfileDocument = ReturnType<typeof profileAt>
interface PairDocument extends Omit<ReturnType<typeof likeOf>, 'hiLikedAt' | 'matchedAt'> {
  hiLikedAt: Date | null
  matchedAt: Date | null
}

/**
 * One profile in sixty has the gender and age that the viewer wants. Three in five of them want users like the viewer.
 */
const WANTED: DiscoveryPreferences = { ...NO_PREFERENCES, genders: ['female'], ageMin: 40, ageMax: 40 }
export const FITTING_EVERY = 100
const OTHERS: DiscoveryPreferences = { ...NO_PREFERENCES, genders: ['non-binary'], ageMin: 60 }

/** Sets preferences of the viewer that 1 % of these profiles fit, in both directions. */
export async function preferOnePercent(social: Connection, viewer: BenchUser): Promise<void> {
  const own = { gender: 'male', age: 30, feedClass: classOf({ gender: 'male', age: 30 }) }
  const wanted = { preferences: WANTED, openTo: classesOf(WANTED) }
  const { matchedCount } = await createModels(social).Profile.updateOne(
    { _id: viewer.id },
    { $set: { ...own, ...wanted } },
  )
  if (matchedCount !== 1) throw new Error('the viewer has no profile in social')
}

/** About forty in a hundred live in a metropolis, one lives in a desert, and the others anywhere. */
const PLACES_REPEAT = 97 // no divisor of the sixty after which ages and genders repeat
const METROPOLIS = '2886242' // Cologne
const DESERT = '2077895' // Alice Springs
const townIds = Array.from(towns().ids, String)
const inMetropolis = townIds.filter((id) => ['0', '25', '50'].includes(bandBetween(METROPOLIS, id) ?? 'far'))
const anywhere = townIds.filter((_, index) => index % 37 === 0)

function placeAt(index: number): CardPlace {
  const share = index % PLACES_REPEAT
  const turn = Math.floor(index / PLACES_REPEAT)
  if (share === 0) return townCard(DESERT)
  const homes = share < 40 ? inMetropolis : anywhere
  return townCard(homes[turn % homes.length] ?? METROPOLIS)
}

function townCard(id: string): CardPlace {
  return { id, name: `Town ${id}`, kind: 'town', isVisiting: false }
}

/** Sets a place and a distance. About 1 % of the profiles fit: young women near Cologne, or all of a desert. */
export async function preferNear(social: Connection, viewer: BenchUser, where: 'metropolis' | 'desert'): Promise<void> {
  const own = { gender: 'male', age: 30, feedClass: classOf({ gender: 'male', age: 30 }) }
  const place = townCard(where === 'desert' ? DESERT : METROPOLIS)
  const others = where === 'desert' ? NO_PREFERENCES : { ...NO_PREFERENCES, genders: ['female' as const], ageMax: 20 }
  const preferences: DiscoveryPreferences = { ...others, maxDistanceKm: where === 'desert' ? 250 : 50 }
  const openTo = classesOf(preferences)
  const wanted = { preferences, ...(openTo && { openTo }), ...placeKeysOf({ place, preferences }) }
  const { matchedCount } = await createModels(social).Profile.updateOne(
    { _id: viewer.id },
    { $set: { ...own, place, ...wanted } },
  )
  if (matchedCount !== 1) throw new Error('the viewer has no profile in social')
}

function profileAt(index: number) {
  const { id, createdAt } = positionOf(index)
  const place = placeAt(index)
  const own = { age: 18 + (index % 60), gender: index % 2 === 0 ? 'female' : 'male' }
  const isChoosy = Math.floor(index / 60) % 5 >= 3
  return {
    _id: id,
    name: `Feed Profile ${index}`,
    ...own,
    feedClass: classOf(own),
    ...(isChoosy && { preferences: OTHERS, openTo: classesOf(OTHERS) ?? [] }),
    place,
    ...placeKeysOf({ place, preferences: isChoosy ? OTHERS : undefined }),
    orientation: 'bisexual',
    selfie: `/api/selfies/${id}/${id}`,
    ...NO_STORY,
    ...{ hidden: false, suspendedUntil: null, isReported: false, likeCount: 0, likeCountRev: 0 },
    createdAt,
    rev: 1,
    epoch: 0,
  }
}

function likeOf(lo: number, hi: number) {
  return {
    _id: `${lo}:${hi}`,
    members: [lo, hi],
    loLikedAt: new Date(NEWEST_AT),
    hiLikedAt: null,
    liked: [hi],
    matchedAt: null,
    blocked: false,
    rev: 1,
    epoch: 0,
    outbox: [],
  }
}
