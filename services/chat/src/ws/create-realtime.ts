import type { Nats } from '@zing/kit/nats/connection'
import type { Log } from '@zing/kit/observability/logger'
import type { ServerFrame } from '@zing/proto/frames/server'
import { listPartners, openPairsOf } from '../domain/list-partners.ts'
import type { Models } from '../models/models.ts'
import { type Connections, createConnections } from './connections.ts'
import { keepAlive } from './keep-alive.ts'
import { createOnlineStatus, type OnlineStatus } from './online-status.ts'
import { createPush, type Pushing } from './push.ts'
import { pushEndedMatches } from './push-ended-matches.ts'
import { createPushHealth } from './push-health.ts'
import { pushNotificationChanges } from './push-notification-changes.ts'
import { confirmShown } from './watch-sessions.ts'

interface RealtimeOptions {
  log: Log
  models: Models
  nats: Nats
  /** Called with every frame that is pushed to a user by this process, or passes through it. */
  onFrame(userId: number, frame: ServerFrame): void
}

export interface Realtime extends Pick<Pushing, 'push' | 'mayHaveSocket'> {
  connections: Connections
  online: OnlineStatus
  stop(): void
}

/** Creates what reaches the clients of this process: its connections, pushes over NATS, online states and heartbeats. */
export function createRealtime({ log, models, nats, onFrame }: RealtimeOptions): Realtime {
  const connections = createConnections()
  const health = createPushHealth(nats, connections, () => online.reload())
  const online = createOnlineStatus({
    log,
    connections,
    broadcastOnline: (change) => pushing.broadcastOnline(change),
    confirmShown: (sockets) => confirmShown(nats, sockets),
    listPartners: (userIds) => listPartners({ models }, userIds),
    openPairsOf: (pairs) => openPairsOf({ models }, pairs),
  })
  const pushing = createPush({ nats, connections, health, online, onFrame })
  pushNotificationChanges(nats, connections)
  pushEndedMatches(nats, connections)
  const heartbeats = keepAlive(connections)

  return {
    connections,
    online,
    push: pushing.push,
    mayHaveSocket: pushing.mayHaveSocket,
    stop() {
      for (const part of [health, online, pushing, heartbeats]) part.stop()
    },
  }
}
