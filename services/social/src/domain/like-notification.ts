import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { notificationsRead } from '@zing/proto/nats/broadcasts'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

/** The cause of the notification of a like: one for each liker, also across unlikes. */
export function likeCause(likerId: number): string {
  return `like:${likerId}`
}

/** True if the liked user has read the notification since the like; one of an earlier like may have been read before it. */
export async function isLikeRead({ models }: Ctx, { likerId, likedId, likedAt }: NewLike): Promise<boolean> {
  const read = { userId: likedId, cause: likeCause(likerId), readAt: { $gte: likedAt } }
  return Boolean(await models.Notification.exists(read))
}

export interface NewLike {
  likerId: number
  likedId: number
  likedAt: Date
  epoch: number
  /** The liked user is notified of this like. */
  isAnnounced: boolean
}

const WITHDRAWN = { isCleared: true, isWithdrawn: true }

/** Hides the notification of a like that was undone, unless it has been read by now; also one whose event is still on its way. */
export async function withdrawLikeNotification(ctx: Ctx, like: NewLike): Promise<void> {
  await hideOrPrevent(ctx, like)
  await restoreLikeNotification(ctx, like.likerId, like.likedId) // a repeated undo may come after the like was given again
}

async function hideOrPrevent(ctx: Ctx, like: NewLike): Promise<void> {
  const { likerId, likedId, likedAt, epoch, isAnnounced } = like
  if ((await hideUnread(ctx, like)) || !isAnnounced) return

  const _id = await ctx.notificationIds.next()
  const missing = { _id, userId: likedId, cause: likeCause(likerId), aboutId: likerId, createdAt: likedAt, epoch }
  try {
    await ctx.models.Notification.create({ ...missing, type: 'LIKE', ...WITHDRAWN })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    await hideUnread(ctx, like) // its event came in between; it stays if it was read or cleared before
  }
}

async function hideUnread(ctx: Ctx, { likerId, likedId }: NewLike): Promise<boolean> {
  const unread = { userId: likedId, cause: likeCause(likerId), readAt: null, isCleared: false }
  const hidden = await ctx.models.Notification.findOneAndUpdate(
    unread,
    { $set: WITHDRAWN },
    { projection: { _id: 1 } },
  ).lean()
  if (!hidden) return false
  const readAt = new Date().toISOString()
  ctx.broadcastToTabs(notificationsRead, { userId: likedId, ids: [hidden._id], readAt }) // open tabs count it no longer
  return true
}

/** Shows a withdrawn notification again when the like is given again; quietly, as it was pushed the first time. */
export async function restoreLikeNotification({ models }: Ctx, likerId: number, likedId: number): Promise<void> {
  const isLiked = () => models.Pair.exists({ _id: pairKey(likerId, likedId), liked: likedId })
  const own = { userId: likedId, cause: likeCause(likerId) }
  if (!(await isLiked())) return // undone once more
  const { modifiedCount } = await models.Notification.updateOne(
    { ...own, isWithdrawn: true },
    { $set: { isCleared: false, isWithdrawn: false, readAt: null } }, // its user may have read all others meanwhile
  )
  // an undo ends the like before it withdraws the notification: here after one of the two
  if (modifiedCount > 0 && !(await isLiked()))
    await models.Notification.updateOne({ ...own, readAt: null }, { $set: { isCleared: true, isWithdrawn: true } })
}
