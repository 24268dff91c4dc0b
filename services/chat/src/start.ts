import { createBatcher } from '@zing/kit/batcher'
import { createKeyedBatcher } from '@zing/kit/keyed-batcher'
import { createIds } from '@zing/kit/mongo/id-sequence'
import { deadLetterHandlers } from '@zing/kit/nats/dead-letter-replay'
import { followEpoch } from '@zing/kit/nats/epoch'
import { startEpochSweep } from '@zing/kit/nats/epoch-sweep'
import { consumeEvents } from '@zing/kit/nats/event-consumer'
import { createPublish } from '@zing/kit/nats/event-stream'
import { startRelay } from '@zing/kit/nats/outbox'
import { startReconciliation } from '@zing/kit/nats/reconcile'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { startSettledSweep } from '@zing/kit/nats/settled-sweep'
import { createSecurityLog } from '@zing/kit/observability/limited-security-log'
import type { Log } from '@zing/kit/observability/logger'
import { createRateLimits, writeRule } from '@zing/kit/rate-limits'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { CloseCode } from '@zing/proto/frames/close-codes'
import type { Config } from './config.ts'
import type { Confirmation, Ctx } from './context.ts'
import { eraseMissed, settleErasures } from './domain/erase-user.ts'
import { createPendingFlusher } from './domain/pending-flusher.ts'
import { receiveMessages } from './domain/receive-messages.ts'
import { reconcile } from './domain/reconcile.ts'
import { deleteOlder } from './domain/reset.ts'
import { GROUP_MAX, sendGroup } from './domain/send-group.ts'
import { createWriteRetries } from './domain/write-retries.ts'
import { eventHandlers } from './events.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { blockRoutes } from './routes/blocks.ts'
import { messageRoutes } from './routes/messages.ts'
import { rpcHandlers } from './rpc.ts'
import { acceptSockets } from './ws/accept.ts'
import { createConnections } from './ws/connections.ts'
import { keepAlive } from './ws/keep-alive.ts'
import { createMessageSender } from './ws/message-sender.ts'
import { createPush } from './ws/push.ts'
import { pushEndedMatches } from './ws/push-ended-matches.ts'
import { createPushHealth } from './ws/push-health.ts'
import { pushNotificationChanges } from './ws/push-notification-changes.ts'
import { createSessionCheck } from './ws/session-check.ts'
import { spread } from './ws/spread.ts'
import { watchSessions } from './ws/watch-sessions.ts'

/** A receipt may wait for others: no user looks at the moment in which a message was delivered. */
const RECEIPTS = { maxConcurrent: 2, size: 100, lingerMs: 10 }

/** Starts chat: conversations, messages, receipts, blocks and the WebSockets. */
export function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  return startService({ name: 'chat', config, log: overrides.log, createModels, migrations }, async (core) => {
    const { log, db, models, nats } = core
    const epoch = await followEpoch(db, nats, 'chat')
    const relay = startRelay([models.Conversation], createPublish(nats), log)
    const connections = createConnections()
    const pendingFlusher = createPendingFlusher(models, log)
    const writeRetries = createWriteRetries(log)
    const messageIds = createIds(db, 'messages')
    const sendQueue = createKeyedBatcher(sendGroup, GROUP_MAX)
    const pushHealth = createPushHealth(nats, connections)
    const pushing = createPush({ nats, connections, health: pushHealth })
    const { push } = pushing
    pushNotificationChanges(nats, connections)
    pushEndedMatches(nats, connections)
    const settling = startSettledSweep(nats, () => settleErasures(ctx), { failure: 'erasures of users not repeated' })
    const confirmReceived = createBatcher<Confirmation>(
      (confirmations) => receiveMessages(ctx, confirmations),
      RECEIPTS,
    )
    const ctx: Ctx = {
      ...{ log, models, nats, relay, epoch, messageIds, pendingFlusher, writeRetries, push },
      ...{ sendQueue, confirmReceived, settling },
    }
    const rateLimits = createRateLimits({
      profile: config.RATE_PROFILE,
      redisUrl: config.REDIS_URL,
      rulesFor: (_endpoint, profile) => [writeRule(profile)],
      log,
      logSecurity: createSecurityLog(log),
    })
    const sessionCheck = createSessionCheck(nats)
    const { ensureActive } = sessionCheck
    const messageSender = createMessageSender({ ctx: { ...ctx, push }, rateLimits, ensureActive })
    const events = { handlers: eventHandlers(ctx), epoch, db }
    const reconciliation = startReconciliation(nats, () => reconcile(ctx))
    const erasures = startReconciliation(nats, () => eraseMissed(ctx))
    function runSoon(): void {
      reconciliation.runSoon()
      erasures.runSoon()
    }
    return {
      ctx,
      routes: [messageRoutes, blockRoutes],
      entryPoints: [
        consumeEvents(nats, { service: 'chat', ...events, onDeleted: runSoon }),
        serveRpc(nats, 'chat', [...rpcHandlers(ctx), ...deadLetterHandlers('chat', events)]),
      ],
      background: [
        rateLimits,
        relay,
        pendingFlusher,
        writeRetries,
        reconciliation,
        erasures,
        settling,
        startEpochSweep(nats, epoch, (current) => deleteOlder(ctx, current)),
        pushHealth,
        pushing,
        keepAlive(connections),
        watchSessions(ctx, connections),
        sessionCheck,
      ],
      attach(server) {
        acceptSockets(server, config, ctx, { connections, messageSender })
        return {
          async stop() {
            await spread(connections.all(), (session) => session.close(CloseCode.restarting))
            await messageSender.stop()
          },
        }
      },
    }
  })
}
