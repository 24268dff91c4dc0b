import { createBatcher } from '@zing/kit/batcher'
import { createIds } from '@zing/kit/mongo/id-sequence'
import { startDailyRun } from '@zing/kit/nats/daily-run'
import { deadLetterHandlers } from '@zing/kit/nats/dead-letter-replay'
import { startDelayedSweep } from '@zing/kit/nats/delayed-sweep'
import { followEpoch } from '@zing/kit/nats/epoch'
import { startEpochSweep } from '@zing/kit/nats/epoch-sweep'
import { consumeEvents } from '@zing/kit/nats/event-consumer'
import { createPublish } from '@zing/kit/nats/event-stream'
import { startRelay } from '@zing/kit/nats/relay'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { createPublishWork } from '@zing/kit/nats/work-stream'
import { createSecurityLog } from '@zing/kit/observability/limited-security-log'
import type { Log } from '@zing/kit/observability/logger'
import { createRateLimits, writeRule } from '@zing/kit/rate-limits'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import type { Config } from './config.ts'
import type { Confirmation, Ctx, Raise } from './context.ts'
import { eraseMissed, sweepDeletedUsers } from './domain/erase-user.ts'
import { createFirstMessages } from './domain/first-messages.ts'
import { notifyUnseen } from './domain/notify-unseen.ts'
import { createPendingFlusher } from './domain/pending-flusher.ts'
import { raiseTogether } from './domain/raise-watermarks.ts'
import { receiveMessages } from './domain/receive-messages.ts'
import { reconcile } from './domain/reconcile.ts'
import { deleteOlder } from './domain/reset.ts'
import { receiptIn } from './domain/unseen-messages.ts'
import { startUnseenSweep } from './domain/unseen-sweep.ts'
import { createWriteRetries } from './domain/write-retries.ts'
import { eventHandlers } from './events.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { observeHeld } from './observe-held.ts'
import { blockRoutes } from './routes/blocks.ts'
import { messageRoutes } from './routes/messages.ts'
import { rpcHandlers } from './rpc.ts'
import type { Times } from './times.ts'
import { acceptSockets } from './ws/accept.ts'
import { createRealtime } from './ws/create-realtime.ts'
import { createMessageSender } from './ws/message-sender.ts'
import { createSessionCheck } from './ws/session-check.ts'
import { watchSessions } from './ws/watch-sessions.ts'

/** A receipt may wait for others: no user looks at the moment in which a message was delivered. */
export const RECEIPTS = { maxConcurrent: 2, size: 100, lingerMs: 10 }

/** Starts chat: conversations, messages, receipts, blocks and the WebSockets. */
export function start(config: Config, overrides: { log?: Log; times?: Times } = {}): Promise<Running> {
  const { times = {} } = overrides
  return startService({ name: 'chat', config, log: overrides.log, createModels, migrations }, async (core) => {
    const { log, db, models, nats } = core
    const epoch = await followEpoch(db, nats, 'chat')
    const relay = startRelay([models.Conversation], createPublish(nats), log)
    const unseenSweep = config.VAPID_PUBLIC_KEY ? startUnseenSweep(log, () => notifyUnseen(ctx, times), times) : null
    const pendingFlusher = createPendingFlusher(models, log, unseenSweep?.expectSome, times)
    const writeRetries = createWriteRetries(log)
    const messageIds = createIds(db, 'messages')
    const firstMessages = createFirstMessages({ models, nats, log }, config.RATE_PROFILE)
    const realtime = createRealtime({
      ...{ log, models, nats, times },
      onFrame(userId, frame) {
        const receipt = receiptIn(userId, frame)
        if (receipt) pendingFlusher.confirm(receipt)
      },
    })
    const { connections, push } = realtime
    const publishWork = createPublishWork(nats)
    const erasureSweep = startDelayedSweep(nats, () => sweepDeletedUsers(ctx), {
      name: 'repetition of erasures',
    })
    const confirmReceived = createBatcher<Confirmation>(
      (confirmations) => receiveMessages(ctx, confirmations),
      RECEIPTS,
    )
    const raiseSoon = createBatcher<Raise>((raises) => raiseTogether(ctx, raises), RECEIPTS)
    const ctx: Ctx = {
      log,
      models,
      nats,
      relay,
      epoch,
      messageIds,
      confirmReceived,
      raiseSoon,
      pendingFlusher,
      writeRetries,
      push,
      firstMessages,
      hasWebPush: unseenSweep !== null,
      publishWork,
      erasureSweep,
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
    const reconciliation = startDailyRun(nats, 'reconciliation', () => reconcile(ctx))
    const erasures = startDailyRun(nats, 'erasure of missed users', () => eraseMissed(ctx))
    function runSoon(): void {
      reconciliation.runSoon()
      erasures.runSoon()
    }
    return {
      ctx,
      routes: [messageRoutes, blockRoutes],
      entryPoints: [
        consumeEvents(nats, { service: 'chat', ...events, onDeleted: runSoon }, times),
        serveRpc(nats, 'chat', [...rpcHandlers(ctx), ...deadLetterHandlers('chat', events)]),
      ],
      background: [
        rateLimits,
        relay,
        pendingFlusher,
        writeRetries,
        reconciliation,
        erasures,
        erasureSweep,
        ...(unseenSweep ? [unseenSweep] : []),
        startEpochSweep(nats, epoch, (current) => deleteOlder(ctx, current)),
        observeHeld(ctx),
        realtime,
        watchSessions(ctx, connections),
        sessionCheck,
      ],
      attach(server) {
        const sockets = acceptSockets(server, config, ctx, { connections, messageSender, online: realtime.online })
        return {
          async stop() {
            await sockets.stop()
            await messageSender.stop()
          },
        }
      },
    }
  })
}
