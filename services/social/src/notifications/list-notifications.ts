import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import { FIRST_NOTIFICATION_TYPES, NOTIFICATION_TYPES, type Notification } from '@zing/proto/notifications'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { NotificationDocument } from '../models/notification.ts'
import type { AccountNotification } from './notify.ts'
import { withoutUnseen } from './unseen-notifications.ts'

/**
 * Lists the newest notifications with current names and photos. It leaves out blocked users (SEC-63), and hidden or
 * suspended users whom the user does not see (SEC-139). An old client names no types, and gets the first types only.
 */
export async function listNotifications(
  ctx: Ctx,
  userId: number,
  types: readonly string[] = FIRST_NOTIFICATION_TYPES,
): Promise<Notification[]> {
  const { models } = ctx
  const type = { $in: NOTIFICATION_TYPES.filter((known) => types.includes(known)) }
  const notifications = await models.Notification.find({ userId, isCleared: false, type }, { outbox: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(NOTIFICATIONS_MAX)
    .lean()
  const aboutIds = [...new Set(notifications.flatMap(({ aboutId }) => aboutId ?? []))]
  const pairIds = aboutIds.map((aboutId) => pairKey(userId, aboutId))
  const [profiles, blockedPairs, seen] = await Promise.all([
    models.Profile.find({ _id: { $in: aboutIds } }, { name: 1, selfie: 1 }).lean(),
    models.Pair.find({ _id: { $in: pairIds }, blocked: true }, { _id: 1 }).lean(),
    withoutUnseen(ctx, userId, notifications),
  ])
  const byId = new Map(profiles.map((profile) => [profile._id, profile]))
  const blocked = new Set(blockedPairs.map(({ _id }) => _id))

  return seen.flatMap((notification): Notification[] => {
    const { _id: id, type, aboutId, createdAt, readAt } = notification
    const times = { createdAt: createdAt.toISOString(), readAt: readAt?.toISOString() ?? null }
    if (isAboutAccount(type)) return [{ id, ...contentOf(notification), ...times }]
    const profile = aboutId && !blocked.has(pairKey(userId, aboutId)) && byId.get(aboutId)
    if (!profile) return []
    const payload = { userId: profile._id, name: profile.name, selfie: profile.selfie }
    return [{ id, type, payload, ...times }]
  })
}

function isAboutAccount(type: Notification['type']): type is AccountNotification['type'] {
  return ['WARNING', 'DECISION', 'NEW_DEVICE', 'ACCOUNT_CHANGE', 'NEW_PEOPLE', 'VERIFICATION'].includes(type)
}

/** An empty payload is not stored. */
function contentOf({ type, payload = {} }: Pick<NotificationDocument, 'type' | 'payload'>): AccountNotification {
  return { type, payload } as AccountNotification // stored together by notifyOfAccount
}
