import type { FeedPosition } from '@zing/social/domain/feed-cursor'
import { createModels } from '@zing/social/models/models'
import type { Connection } from 'mongoose'
import type { Profile as Viewer } from './users.ts'

const FIRST_ID = 2_000_001
const BATCH = 2_000
const NEWEST_AT = Date.UTC(2026, 0, 1)
const APART_MS = 1_000
/** Likes and matches of the viewer, spread over the newest thousand. */
const KNOWN = 50
const KNOWN_EVERY = 20

/** Where somebody stands in the feed; number 0 is the newest. */
export function positionOf(index: number): FeedPosition {
  return { createdAt: new Date(NEWEST_AT - index * APART_MS), id: FIRST_ID + index }
}

/** Older people behind those who are there, each second one liked by a neighbour; straight into social's database. */
export async function insertFeedUsers(social: Connection, from: number, to: number): Promise<void> {
  const { people, pairs } = collectionsOf(social)
  for (let first = from; first < to; first += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, to - first) }, (_, offset) => first + offset)
    await people.insertMany(indexes.map(personAt))
    const liked = indexes.filter((index) => index % 2 === 0)
    await pairs.insertMany(liked.map((index) => likeOf(FIRST_ID + index, FIRST_ID + index + 1)))
  }
}

/** The viewer's own: half of them likes, half of them matches. */
export async function insertKnown(social: Connection, viewer: Viewer): Promise<void> {
  const known: PairDocument[] = Array.from({ length: KNOWN }, (_, index) => {
    const pair = likeOf(viewer.id, FIRST_ID + index * KNOWN_EVERY)
    const at = new Date(NEWEST_AT)
    return index % 2 === 0 ? pair : { ...pair, hiLikedAt: at, liked: [...pair.members], matchedAt: at }
  })
  await collectionsOf(social).pairs.insertMany(known)
}

/** Past mongoose, which would take minutes over so many. */
function collectionsOf(social: Connection) {
  const { Profile, Pair } = createModels(social)
  return {
    people: social.collection<PersonDocument>(Profile.collection.name),
    pairs: social.collection<PairDocument>(Pair.collection.name),
  }
}

type PersonDocument = ReturnType<typeof personAt>
interface PairDocument extends Omit<ReturnType<typeof likeOf>, 'hiLikedAt' | 'matchedAt'> {
  hiLikedAt: Date | null
  matchedAt: Date | null
}

function personAt(index: number) {
  const { id, createdAt } = positionOf(index)
  return {
    _id: id,
    name: `Feed Profile ${index}`,
    age: 18 + (index % 60),
    gender: index % 2 === 0 ? 'female' : 'male',
    orientation: 'bisexual',
    selfie: `/api/selfies/${id}/${id}`,
    createdAt,
    rev: 1,
    epoch: 0,
    likeCount: 0,
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
