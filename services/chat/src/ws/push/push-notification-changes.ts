import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { notificationsCleared, notificationsRead } from '@zing/proto/nats/broadcasts'
import type { Connections } from '../sockets/connections.ts'

/** Pushes to a user's tabs which notifications another tab has read or cleared. Each process serves its own sockets. */
export function pushNotificationChanges(nats: Nats, connections: Pick<Connections, 'deliver'>): void {
  subscribe(nats, notificationsRead, ({ userId, ids, readAt }) =>
    connections.deliver(userId, null, { type: 'NOTIFICATIONS_READ', ids, readAt }),
  )
  subscribe(nats, notificationsCleared, ({ userId }) =>
    connections.deliver(userId, null, { type: 'NOTIFICATIONS_CLEARED' }),
  )
}
