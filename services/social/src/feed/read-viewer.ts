import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { verifiesMembers } from '@zing/kit/verification'
import { PASS_TTL_MS } from '@zing/proto/limits'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import type { PipelineStage } from 'mongoose'
import type { Ctx } from '../context.ts'
import { NEVER } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { isDecided, type PairTimes, passesSince } from '../passes/pass-rules.ts'
import { arePlacesOn } from '../places/are-places-on.ts'
import type { Card } from '../places/place-wish.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { preferencesOf } from './discovery-preferences.ts'

/** A query leaves out this many latest decisions of each kind and side; later code leaves out the others. */
const DECIDED_MAX = 500
/** Decisions by kind and side, each with its own index. */
const DECISIONS = [
  { as: 'loLikes', member: 'members.0', time: 'loLikedAt' },
  { as: 'hiLikes', member: 'members.1', time: 'hiLikedAt' },
  { as: 'loPasses', member: 'members.0', time: 'loPassedAt' },
  { as: 'hiPasses', member: 'members.1', time: 'hiPassedAt' },
] as const
/** Users who like the viewer, some of whom are mixed in early. */
const LIKERS_READ = 200
const LIKERS_MAX = 20

/** Everything that the feed of a user depends on, read at `now`. */
export interface Viewer extends Pick<Profile, 'gender' | 'age'> {
  id: number
  lookingFor: Profile['lookingFor']
  activeOn: Date | null
  now: Date
  preferences: DiscoveryPreferences
  /** False in a community without places. */
  arePlacesOn: boolean
  place: Card
  /** False in a community that does not verify. */
  verifiesMembers: boolean
  isVerified: boolean
  /** Passes after this time count. */
  since: Date
  /** Users whom the viewer has liked or passed lately. */
  decidedIds: number[]
  likerIds: number[]
}

const TIMES = {
  members: 1,
  loLikedAt: 1,
  hiLikedAt: 1,
  loPassedAt: 1,
  hiPassedAt: 1,
  unmatchedAt: 1,
  blocked: 1,
} as const

const FIELDS = {
  gender: 1,
  age: 1,
  lookingFor: 1,
  activeOn: 1,
  preferences: 1,
  place: 1,
  verified: 1,
  passesFrom: 1,
} as const

interface Found extends Pick<Profile, keyof typeof FIELDS>, Record<(typeof DECISIONS)[number]['as'], PairTimes[]> {
  likers?: PairTimes[]
}

/** Reads the viewer, their preferences and their decisions in one command. */
export async function readViewer(ctx: Ctx, id: number, { withLikers }: { withLikers: boolean }): Promise<Viewer> {
  const now = new Date()
  const found = (await find(ctx, id, now, withLikers)) ?? (await findNew(ctx, id, now, withLikers))
  const since = passesSince(found.passesFrom, now)
  const decided = DECISIONS.flatMap(({ as }) => found[as]).filter((pair) => isDecided(pair, id, since))
  const likers = (found.likers ?? []).filter((pair) => !isDecided(pair, id, since)).slice(0, LIKERS_MAX)
  return {
    id,
    now,
    gender: found.gender,
    age: found.age,
    lookingFor: found.lookingFor,
    activeOn: found.activeOn ?? null,
    preferences: preferencesOf(found),
    arePlacesOn: arePlacesOn(ctx),
    place: found.place,
    verifiesMembers: verifiesMembers(ctx),
    isVerified: found.verified === true,
    since,
    decidedIds: decided.map((pair) => sidesOf(pair, id).otherId),
    likerIds: likers.map((pair) => sidesOf(pair, id).otherId),
  }
}

/** Finds a viewer after auth has sent the profile; rejects with a 404 for an unknown user. */
async function findNew(ctx: Ctx, id: number, now: Date, withLikers: boolean): Promise<Found> {
  const [profile] = await findProfiles(ctx, [id])
  const found = profile && (await find(ctx, id, now, withLikers))
  if (!found) throw new Error(`the profile of user ${id} has gone while it was read`)
  return found
}

async function find(ctx: Ctx, id: number, now: Date, withLikers: boolean): Promise<Found | undefined> {
  const { Pair, Profile } = ctx.models
  const from = Pair.collection.name
  const passesBegin = new Date(now.getTime() - PASS_TTL_MS)
  const pipeline: PipelineStage[] = [
    { $match: { _id: id, ...ofCurrentEpoch(ctx) } },
    { $project: FIELDS },
    ...DECISIONS.map(({ as, member, time }) => ({
      $lookup: {
        from,
        pipeline: [
          { $match: { [member]: id, [time]: { $gt: time.endsWith('LikedAt') ? NEVER : passesBegin } } },
          { $sort: { [time]: -1 as const } },
          { $limit: DECIDED_MAX },
          { $project: TIMES },
        ],
        as,
      },
    })),
  ]
  if (withLikers) {
    const likes = { liked: id, matchedAt: null }
    const likers = [{ $match: likes }, { $limit: LIKERS_READ }, { $project: TIMES }]
    pipeline.push({ $lookup: { from, pipeline: likers, as: 'likers' } })
  }
  const [found] = await Profile.aggregate<Found>(pipeline).exec()
  return found
}
