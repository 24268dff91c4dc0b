import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { createBatcher } from '@zing/kit/timing/batcher'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import type { Ctx, SharedReads, UnreadEntry } from './context.ts'
import { UNREAD_INDEX } from './models/notification.ts'
import { countLikesOf } from './pairs/count-likes.ts'

/** One command at a time: the calls that wait for it share the next one. */
const BATCHES = { maxConcurrent: 1, size: 64 }

type Parts = Pick<Ctx, 'models' | 'epoch'>

/** Creates the reads that concurrent calls share. Each begins after its call, so a call reads its own writes. */
export function createSharedReads(ctx: Parts): SharedReads {
  const { Pair, Profile, PushDevice } = ctx.models
  return {
    profile: createBatcher(async (ids: number[]) => {
      const found = await Profile.find({ _id: { $in: unique(ids) }, ...ofCurrentEpoch(ctx) }).lean()
      const byId = new Map(found.map((profile) => [profile._id, profile]))
      return ids.map((id) => byId.get(id) ?? null)
    }, BATCHES),

    pair: createBatcher(async (keys: string[]) => {
      const found = await Pair.find({ _id: { $in: unique(keys) } }, { outbox: 0 }).lean()
      const byKey = new Map(found.map((pair) => [pair._id, pair]))
      return keys.map((key) => byKey.get(key) ?? null)
    }, BATCHES),

    likeCount: createBatcher(async (profiles) => {
      const counts = await countLikesOf(ctx, profiles)
      return profiles.map(({ _id }) => counts.get(_id) ?? 0)
    }, BATCHES),

    offFeed: createBatcher(async (lists: number[][]) => {
      const isOff = { $or: [{ hidden: true }, { suspendedUntil: { $gt: new Date() } }] }
      const filter = { _id: { $in: unique(lists.flat()) }, ...isOff }
      const found = await Profile.find(filter, { hidden: 1, suspendedUntil: 1 }).lean()
      return lists.map((ids) => found.filter(({ _id }) => ids.includes(_id)))
    }, BATCHES),

    unread: createBatcher(async (userIds: number[]) => {
      const ids = unique(userIds)
      const together = await readUnread(ctx, ids)
      const isCut = together.length === ids.length * NOTIFICATIONS_MAX // one user may have left the others no room
      const entries = isCut ? (await Promise.all(ids.map((id) => readUnread(ctx, [id])))).flat() : together
      const byUser = Map.groupBy(entries, ({ userId }) => userId)
      return userIds.map((userId) => byUser.get(userId) ?? [])
    }, BATCHES),

    hasDevice: createBatcher(async (userIds: number[]) => {
      const filter = { userId: { $in: unique(userIds) }, ...ofCurrentEpoch(ctx) }
      const devices = await PushDevice.find(filter, { _id: 0, userId: 1 }).lean()
      const owners = new Set(devices.map(({ userId }) => userId))
      return userIds.map((userId) => owners.has(userId))
    }, BATCHES),
  }
}

function readUnread({ models }: Parts, userIds: number[]): Promise<UnreadEntry[]> {
  const unread = { userId: { $in: userIds }, isCleared: false, readAt: null }
  return models.Notification.find(unread, { _id: 0, userId: 1, aboutId: 1, cause: 1 })
    .hint(UNREAD_INDEX)
    .limit(userIds.length * NOTIFICATIONS_MAX)
    .batchSize(userIds.length * NOTIFICATIONS_MAX)
    .lean()
}

function unique<T>(keys: T[]): T[] {
  return [...new Set(keys)]
}
