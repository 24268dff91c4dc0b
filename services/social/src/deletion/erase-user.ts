import { eraseUsage, UNNAMED } from '@zing/kit/mongo/daily-quota'
import { sweepTombstones } from '@zing/kit/mongo/tombstones'
import { eraseDeadLetters } from '@zing/kit/nats/dead-letters'
import { forEachPage } from '@zing/kit/nats/reconcile'
import { eraseDeletedUser, eraseMissedUsers } from '@zing/kit/nats/user-erasure'
import { matchesEnded } from '@zing/proto/nats/broadcasts'
import { type DeletedUser, getDeletedUserPage } from '@zing/proto/nats/rpc/auth'
import { textNamesUser } from '@zing/proto/profiles/names-user'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { EXACT_BELOW } from '../models/profile.ts'
import { LIKES } from '../pairs/like-quota.ts'
import { sidesOf } from '../pairs/pair-rules.ts'

const PAIRS_AT_ONCE = 500

/** Erases all data of a deleted user. */
export function eraseUser(ctx: Ctx, user: DeletedUser): Promise<void> {
  return eraseDeletedUser(ctx, user, eraseData)
}

/** Erases users whose deletion this service has missed. */
export function eraseMissed(ctx: Ctx): Promise<void> {
  return forEachPage(ctx.nats, getDeletedUserPage, (deleted) => eraseMissedUsers(ctx, deleted, eraseData))
}

/** Erases deleted users again, since writes in flight may have left data, such as a late like. */
export function sweepDeletedUsers(ctx: Ctx): Promise<void> {
  return sweepTombstones(ctx.models.Tombstone, (userId) => eraseData(ctx, userId))
}

async function eraseData(ctx: Ctx, userId: number): Promise<void> {
  const { Profile, Notification, DailyUsage, PushDevice, PushSlot, NotificationSettings } = ctx.models
  await Profile.deleteOne({ _id: userId }) // first: off the feed, and no new likes
  await erasePairs(ctx, userId)
  await Notification.deleteMany({ userId })
  await Notification.deleteMany({ aboutId: userId })
  await PushDevice.deleteMany({ userId })
  await NotificationSettings.deleteOne({ _id: userId })
  await PushSlot.deleteMany({ userId })
  await PushSlot.deleteMany({ aboutId: userId })
  await eraseUsage(DailyUsage, userId, [UNNAMED, LIKES])
  await eraseDeadLetters(Profile.db, (text) => textNamesUser(text, userId))
}

/** Also ends the matches. Their events would name the user, so a broadcast tells the partners. */
async function erasePairs(ctx: Ctx, userId: number): Promise<void> {
  const fields = { members: 1, liked: 1, matchedAt: 1 } as const
  for (let isFull = true; isFull; ) {
    const pairs = await ctx.models.Pair.find({ members: userId }, fields).limit(PAIRS_AT_ONCE).lean()
    await ctx.models.Pair.deleteMany({ _id: { $in: pairs.map(({ _id }) => _id) } })
    const partnerIds = pairs.filter(({ matchedAt }) => matchedAt).map((pair) => sidesOf(pair, userId).otherId)
    if (partnerIds.length > 0) ctx.broadcastToTabs(matchesEnded, { userId, partnerIds })
    await refreshStoredCounts(ctx, pairs, userId)
    isFull = pairs.length === PAIRS_AT_ONCE
  }
}

/** Refreshes the stored like counts of popular users; all other counts come from the pairs. */
async function refreshStoredCounts(ctx: Ctx, pairs: Pick<Pair, 'liked'>[], userId: number): Promise<void> {
  const likedIds = pairs.flatMap(({ liked }) => liked.filter((id) => id !== userId))
  const popular = { _id: { $in: likedIds }, likeCount: { $gte: EXACT_BELOW } }
  for (const { _id } of await ctx.models.Profile.find(popular, { _id: 1 }).lean()) ctx.likeCounts.refresh(_id)
}
