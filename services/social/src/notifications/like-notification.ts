import { notificationsRead } from '@zing/proto/nats/broadcasts'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { causeOf, changeEntry } from './change-entry.ts'

export interface GivenLike {
  likerId: number
  likedId: number
  likedAt: Date
}

/** True if the liked user has read the notification since the like. Reading an earlier like does not count. */
export async function isLikeRead({ models }: Ctx, { likerId, likedId, likedAt }: GivenLike): Promise<boolean> {
  const cause = causeOf({ type: 'LIKE', aboutId: likerId })
  return Boolean(await models.Notification.exists({ userId: likedId, cause, readAt: { $gte: likedAt } }))
}

/**
 * Hides the notification of an undone like, unless the user has read it by now. If the event is still on its way, the
 * notification never rings. `pair` is the pair after the undo.
 */
export async function withdrawLikeNotification(ctx: Ctx, pair: Pair, likerId: number): Promise<void> {
  const { mine, otherId: userId } = sidesOf(pair, likerId)
  if (pair[mine]) return // given again
  const { rev, epoch } = pair
  let hiddenId: number | null = null
  await changeEntry(ctx, { userId, aboutId: likerId, type: 'LIKE', at: new Date(), rev, epoch }, (entry) => {
    const isShown = entry !== null && !entry.isCleared && !entry.readAt
    hiddenId = isShown ? entry._id : null
    return { set: isShown || !entry ? { isCleared: true } : {}, events: [] }
  })
  if (hiddenId === null) return
  const readAt = new Date().toISOString()
  ctx.broadcastToTabs(notificationsRead, { userId, ids: [hiddenId], readAt }) // open tabs stop counting it
}
