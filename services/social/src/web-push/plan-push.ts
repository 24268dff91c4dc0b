import { request } from '@zing/kit/nats/rpc'
import { AppError } from '@zing/proto/errors'
import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { getUnreadMessages } from '@zing/proto/nats/rpc/chat'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import type { deviceNotified, WorkOf } from '@zing/proto/nats/work'
import { pairKey } from '@zing/proto/pair-key'
import type { PushContent } from '@zing/proto/web-push'
import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'
import { withoutUnseen } from '../notifications/unseen-notifications.ts'
import { isSuspended } from '../profiles/is-hidden.ts'
import { readSettings } from './devices/notification-settings.ts'
import { wishOf } from './devices/settings.ts'

type Work = WorkOf<typeof deviceNotified>
type Unread = RpcResult<typeof getUnreadMessages>

/**
 * Decides the content of a push at the time of sending. Null if the user has seen the news or does not want it. Null
 * also if the other user is blocked, suspended or gone.
 */
export async function planPush(ctx: Ctx, work: Work): Promise<PushContent | null> {
  const { userId, aboutId, type } = work
  const { models } = ctx
  const [settings, users, pair] = await Promise.all([
    readSettings(ctx, userId),
    models.Profile.find({ _id: { $in: [userId, aboutId] } }, { name: 1, suspendedUntil: 1 }).lean(),
    models.Pair.findById(pairKey(userId, aboutId), { outbox: 0 }).lean(),
  ])
  const now = new Date()
  const wish = wishOf(settings, type, now)
  const about = users.find(({ _id }) => _id === aboutId)
  const isGone = users.length < 2 || !about || isSuspended(about, now)
  if (wish === 'nothing' || isGone || !pair || pair.blocked) return null
  const isCurrent = type === 'LIKE' ? pair.liked.includes(userId) && !pair.matchedAt : Boolean(pair.matchedAt)
  if (!isCurrent) return null

  const [messages, notifications] = await Promise.all([unreadMessagesOf(ctx, work), unreadNotificationsOf(ctx, userId)])
  const count = type === 'MESSAGE' ? unseenCount(work, messages) : unreadCount(work, notifications)
  if (count === 0) return null
  const badge = messages && { badge: messages.total + notifications.length }
  if (wish === 'badge') return badge && { type: null, ...badge }
  const hasNames = settings.names && ctx.settings.current().settings.features.webPushNames
  const media = messages?.ofPartner?.media
  return { type, userId: aboutId, count, ...badge, ...(media && { media }), ...(hasNames && { name: about.name }) }
}

/** Null while chat is unavailable: a like or match then goes without the badge. A message waits for chat. */
async function unreadMessagesOf(ctx: Ctx, { userId, aboutId, type }: Work): Promise<Unread | null> {
  try {
    return await request(ctx.nats, getUnreadMessages, { userId, ...(type === 'MESSAGE' && { partnerId: aboutId }) })
  } catch (error) {
    if (type !== 'MESSAGE' && error instanceof AppError && error.status === 503) return null
    throw error
  }
}

/** The unread messages of the conversation; 0 once a device has the newest one. */
function unseenCount({ seq = 0 }: Work, unread: Unread | null): number {
  const ofPartner = unread?.ofPartner
  return ofPartner && ofPartner.deliveredSeq < seq ? ofPartner.unread : 0
}

type Unseen = Pick<NotificationDocument, '_id' | 'type' | 'aboutId'>

/** The unread notifications among the listed ones: the newest of each type and user. */
async function unreadNotificationsOf(ctx: Ctx, userId: number): Promise<Unseen[]> {
  const listed = await ctx.models.Notification.find({ userId, isCleared: false }, { type: 1, aboutId: 1, readAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(NOTIFICATIONS_MAX)
    .lean()
  const shown = new Set<string>()
  const unread = listed.filter(({ type, aboutId, readAt }) => {
    const name = `${type} ${aboutId}`
    const isRepetition = aboutId && shown.has(name)
    shown.add(name)
    return !readAt && !isRepetition
  })
  return withoutUnseen(ctx, userId, unread)
}

/** The unread likes, or 1 for a match; 0 if the user has read or cleared the notification. */
function unreadCount({ notificationId, type }: Work, unread: Unseen[]): number {
  if (!unread.some(({ _id }) => _id === notificationId)) return 0
  return type === 'MATCH' ? 1 : unread.filter((one) => one.type === type).length
}
