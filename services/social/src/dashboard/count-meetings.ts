import { forEachRow } from '@zing/kit/mongo/each-row'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { forEachPage } from '@zing/kit/nats/reconcile'
import { paced } from '@zing/kit/timing/pace'
import { type Cohort, createCohorts, dayOf } from '@zing/proto/community/cohorts'
import { DASHBOARD_DAYS, FEEDS_ASKED_MAX, WINDOW_DAYS } from '@zing/proto/limits'
import { getRegistrationPage, REGISTRATIONS_WAIT_MS } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import { isFeedEmpty } from '../feed/discover.ts'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { isSuspended } from '../profiles/is-hidden.ts'
import { type CountedGroup, startBalance } from './balance.ts'
import { createSample } from './sample.ts'

const PROFILE_FIELDS = { age: 1, gender: 1, hidden: 1, suspendedUntil: 1, preferences: 1, activeOn: 1 } as const
const PAIR_FIELDS = {
  members: 1,
  loLikedAt: 1,
  hiLikedAt: 1,
  matchedAt: 1,
  matchAnnouncedAt: 1,
  matchEndedAt: 1,
} as const

export type MeetingStage = 'hasLiked' | 'matched' | 'old7' | 'stayed7' | 'old28' | 'stayed28'
const STAYS = [
  { days: 7, old: 'old7', stayed: 'stayed7' },
  { days: 28, old: 'old28', stayed: 'stayed28' },
] as const

type ReadProfile = Pick<Profile, '_id' | keyof typeof PROFILE_FIELDS>
type ReadPair = Pick<Pair, '_id' | keyof typeof PAIR_FIELDS>
/** When each member has registered, in ms since 1970. */
type Members = Map<number, number>

export interface CountedMeetings {
  cohorts: Cohort<MeetingStage>[]
  active: number
  balance: CountedGroup[]
  emptyFeed: { asked: number; empty: number }
}

/** Counts all profiles and pairs, page by page and with pauses. */
export async function countMeetings(ctx: Ctx, now: number): Promise<CountedMeetings> {
  const members: Members = new Map()
  async function add(page: { userId: number; at: number }[]): Promise<void> {
    for (const { userId, at } of page) members.set(userId, at)
  }
  await forEachPage(ctx.nats, getRegistrationPage, add, REGISTRATIONS_WAIT_MS)
  const cohorts = createCohorts<MeetingStage>(dayOf(now) - DASHBOARD_DAYS)
  const { active, balance, asked } = await countProfiles(ctx, members, cohorts, now)
  await countPairs(ctx, members, cohorts)
  return { cohorts: cohorts.list(), active, balance, emptyFeed: await countEmpty(ctx, asked) }
}

type Counting = ReturnType<typeof createCohorts<MeetingStage>>

async function countProfiles(ctx: Ctx, members: Members, cohorts: Counting, now: number) {
  const today = dayOf(now)
  const balance = startBalance()
  const sample = createSample<number>(FEEDS_ASKED_MAX)
  let active = 0

  function add(profile: ReadProfile, createdAt: number): void {
    const activeOn = profile.activeOn ? dayOf(profile.activeOn.getTime()) : null
    for (const { days, old, stayed } of STAYS) {
      if (today - dayOf(createdAt) < days) continue
      cohorts.count(createdAt, old)
      if (activeOn !== null && activeOn - dayOf(createdAt) >= days) cohorts.count(createdAt, stayed)
    }
    if (activeOn === null || activeOn <= today - WINDOW_DAYS) return
    active += 1
    if (isSuspended(profile, new Date(now))) return
    balance.add(profile)
    sample.add(profile._id)
  }

  const read = (after: number, limit: number) =>
    ctx.models.Profile.find({ _id: { $gt: after }, ...ofCurrentEpoch(ctx) }, PROFILE_FIELDS)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ReadProfile[]>()
  await forEachRow<ReadProfile>(0, read, (profile) => {
    const createdAt = members.get(profile._id)
    if (createdAt !== undefined) add(profile, createdAt)
  })
  return { active, balance: balance.list(), asked: sample.list() }
}

async function countPairs(ctx: Ctx, members: Members, cohorts: Counting): Promise<void> {
  const liked = new Set<number>()
  const matched = new Set<number>()
  const matchedAt = new Map<number, number>()

  function add(pair: ReadPair): void {
    const at = pair.matchedAt ?? pair.matchAnnouncedAt
    const hasMatched = Boolean(pair.matchedAt ?? pair.matchEndedAt)
    for (const [side, userId] of pair.members.entries()) {
      if (hasMatched || (side === 0 ? pair.loLikedAt : pair.hiLikedAt)) liked.add(userId)
      if (!hasMatched) continue
      matched.add(userId)
      if (at) matchedAt.set(userId, Math.min(at.getTime(), matchedAt.get(userId) ?? at.getTime()))
    }
  }

  const wasLiked = { $or: [{ 'liked.0': { $exists: true } }, { matchEndedAt: { $exists: true } }] }
  const read = (after: string, limit: number) =>
    ctx.models.Pair.find({ _id: { $gt: after }, ...ofCurrentEpoch(ctx), ...wasLiked }, PAIR_FIELDS)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ReadPair[]>()
  await forEachRow<ReadPair>('', read, add)
  for (const [userId, createdAt] of members) {
    if (liked.has(userId)) cohorts.count(createdAt, 'hasLiked')
    if (matched.has(userId)) cohorts.count(createdAt, 'matched')
    const at = matchedAt.get(userId)
    if (at !== undefined) cohorts.countHours(createdAt, at)
  }
}

async function countEmpty(ctx: Ctx, userIds: number[]): Promise<CountedMeetings['emptyFeed']> {
  let [asked, empty] = [0, 0]
  for (const id of userIds) {
    const isEmpty = await paced(() => isFeedEmpty(ctx, id))
    if (isEmpty === null) continue
    asked += 1
    if (isEmpty) empty += 1
  }
  return { asked, empty }
}
