import type { Nats } from '@zing/kit/nats/connection'
import type { Log } from '@zing/kit/observability/logger'
import type { ServerFrame } from '@zing/proto/frames/server'
import { listPartners, openPairsOf } from '../domain/list-partners.ts'
import type { Models } from '../models/models.ts'
import type { Times } from '../times.ts'
import { type Connections, createConnections } from './connections.ts'
import { keepAlive } from './keep-alive.ts'
import { createOnlineStatus, type OnlineStatus } from './online-status.ts'
import { createPeers } from './peers.ts'
import { createPush, type SocketPush } from './push.ts'
import { pushEndedMatches } from './push-ended-matches.ts'
import { createPushHealth } from './push-health.ts'
import { pushNotificationChanges } from './push-notification-changes.ts'
import { confirmShown } from './watch-sessions.ts'

interface RealtimeOptions {
  log: Log
  models: Models
  nats: Nats
  times: Times
  /** Called with every frame that is pushed to a user by this process, or passes through it. */
  onFrame(userId: number, frame: ServerFrame): void
}

export interface Realtime {
  connections: Connections
  online: OnlineStatus
  push: SocketPush
  stop(): void
}

/** Creates what reaches the clients of this process: its connections, pushes over NATS, online states and heartbeats. */
export function createRealtime({ log, models, nats, times, onFrame }: RealtimeOptions): Realtime {
  const connections = createConnections()
  const health = createPushHealth(nats, connections, () => online.reload(), times)
  const peers = createPeers({
    nats,
    onlineUsers: () => online.onlineUsers(),
    onChange: (userIds) => online.onChange(userIds),
    onFound: health.recordGap,
    times,
  })
  const online = createOnlineStatus({
    log,
    connections,
    peers,
    confirmShown: (sockets) => confirmShown(nats, sockets),
    listPartners: (userIds) => listPartners({ models }, userIds),
    openPairsOf: (pairs) => openPairsOf({ models }, pairs),
    times,
  })
  pushNotificationChanges(nats, connections)
  pushEndedMatches(nats, connections)
  const heartbeats = keepAlive(connections)

  return {
    connections,
    online,
    push: createPush({ nats, connections, health, peers, onFrame }),
    stop() {
      for (const part of [health, online, peers, heartbeats]) part.stop()
    },
  }
}
