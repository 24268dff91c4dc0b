import type { Nats } from '@zing/kit/nats/connection'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { Log } from '@zing/kit/observability/logger'
import type { SessionChecker } from '@zing/kit/sessions/session-checker'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Ctx } from '../../context.ts'
import { listPartners, openPairsOf } from '../../conversations/list-partners.ts'
import type { Models } from '../../models/models.ts'
import type { Times } from '../../times.ts'
import { createOnlineStatus, type OnlineStatus } from '../presence/online-status.ts'
import { createPeers } from '../presence/peers.ts'
import { createPush, type SocketPush } from '../push/push.ts'
import { pushEndedMatches } from '../push/push-ended-matches.ts'
import { createPushHealth } from '../push/push-health.ts'
import { pushNotificationChanges } from '../push/push-notification-changes.ts'
import { createShowUnblocked } from '../push/show-unblocked.ts'
import { createSessionCheck } from '../sessions/session-check.ts'
import { recheck, watchSessions } from '../sessions/watch-sessions.ts'
import { type Connections, createConnections } from './connections.ts'
import { keepAlive } from './keep-alive.ts'

interface RealtimeOptions {
  log: Log
  models: Models
  nats: Nats
  settings: FollowedSettings
  times: Times
  /** Called with every frame that this process pushes, or receives for a user. */
  onFrame(userId: number, frame: ServerFrame): void
}

export interface Realtime {
  connections: Connections
  sessions: SessionChecker
  online: OnlineStatus
  push: SocketPush
  mayReach: Ctx['mayReach']
  isPushTrusted: Ctx['isPushTrusted']
  showUnblocked: Ctx['showUnblocked']
  stop(): void
}

/** Creates what reaches this process's clients: connections, pushes over NATS, online states and heartbeats. */
export function createRealtime({ log, models, nats, settings, times, onFrame }: RealtimeOptions): Realtime {
  const connections = createConnections()
  const sessions = createSessionCheck(nats, connections)
  const health = createPushHealth(nats, connections, () => online.reload(), times)
  const peers = createPeers({
    nats,
    onlineUsers: () => online.onlineUsers(),
    onChange: (userIds) => online.onChange(userIds),
    onFound: health.recordGap,
    onCutOff: health.setCutOff,
    times,
  })
  const online = createOnlineStatus({
    log,
    connections,
    peers,
    isFeatureOn: () => settings.current().settings.features.presence,
    confirmShown: (sockets) => recheck(nats, sessions, sockets),
    listPartners: (userIds) => listPartners({ models }, userIds),
    openPairsOf: (pairs) => openPairsOf({ models }, pairs),
    times,
  })
  pushNotificationChanges(nats, connections)
  pushEndedMatches(nats, connections)
  const heartbeats = keepAlive(connections)
  const sessionWatch = watchSessions(nats, sessions, connections)

  return {
    connections,
    sessions,
    online,
    push: createPush({ nats, connections, health, peers, onFrame }),
    mayReach: (userId) => connections.has(userId) || peers.mayExist(),
    isPushTrusted: health.isTrusted,
    showUnblocked: createShowUnblocked(nats, connections),
    stop() {
      for (const part of [health, online, peers, heartbeats, sessions, sessionWatch]) part.stop()
    },
  }
}
