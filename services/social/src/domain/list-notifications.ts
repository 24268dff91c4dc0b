import { NOTIFICATIONS_MAX } from '@zing/proto/limits'
import type { Notification } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { pairId } from './pair-rules.ts'

/** The newest, with names and photos as they are now; nothing about people with whom there is a block. */
export async function listNotifications({ models }: Ctx, userId: number): Promise<Notification[]> {
  const notifications = await models.Notification.find({ userId, isCleared: false }, { outbox: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(NOTIFICATIONS_MAX)
    .lean()
  const aboutIds = [...new Set(notifications.map(({ aboutId }) => aboutId))]
  const pairIds = aboutIds.map((aboutId) => pairId(userId, aboutId))
  const [people, blockedPairs] = await Promise.all([
    models.Profile.find({ _id: { $in: aboutIds } }, { name: 1, selfie: 1 }).lean(),
    models.Pair.find({ _id: { $in: pairIds }, blocked: true }, { _id: 1 }).lean(),
  ])
  const byId = new Map(people.map((person) => [person._id, person]))
  const blocked = new Set(blockedPairs.map(({ _id }) => _id))

  return notifications.flatMap(({ _id, type, aboutId, createdAt, readAt }) => {
    const person = byId.get(aboutId)
    if (!person || blocked.has(pairId(userId, aboutId))) return []
    const payload = { userId: aboutId, name: person.name, selfie: person.selfie ?? null }
    return [{ id: _id, type, payload, createdAt: createdAt.toISOString(), readAt: readAt?.toISOString() ?? null }]
  })
}
