import { s3ConfigOf } from '@zing/blobs/env'
import { openBlobs } from '@zing/blobs/open-blobs'
import { createIds } from '@zing/kit/mongo/id-sequence'
import { deadLetterHandlers } from '@zing/kit/nats/dead-letter-replay'
import { followEpoch } from '@zing/kit/nats/epoch'
import { consumeEvents } from '@zing/kit/nats/event-consumer'
import { startRelay } from '@zing/kit/nats/relay'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { createPublish } from '@zing/kit/nats/streams/event-stream'
import { createPublishWork } from '@zing/kit/nats/streams/work-stream'
import { createSecurityLog } from '@zing/kit/observability/limited-security-log'
import type { Log } from '@zing/kit/observability/logger'
import { createRateLimits } from '@zing/kit/rate-limits'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { createBatcher } from '@zing/kit/timing/batcher'
import { startDailyRun, startHourlyRun } from '@zing/kit/timing/daily-run'
import { startDelayedSweep } from '@zing/kit/timing/delayed-sweep'
import { startEpochSweep } from '@zing/kit/timing/epoch-sweep'
import type { Config } from './config.ts'
import type { Confirmation, Ctx, Raise } from './context.ts'
import { reconcile } from './conversations/reconcile.ts'
import { deleteOlder } from './conversations/reset.ts'
import { countThisHour } from './dashboard/get-talks.ts'
import { eraseMissed, sweepDeletedUsers } from './deletion/erase-user.ts'
import { eventHandlers } from './events.ts'
import { createKnownUsers } from './media/get-medium.ts'
import { startLateLooks } from './media/late-looks.ts'
import { createLookAtPhoto } from './media/look-at-photo.ts'
import { createMediaQuota } from './media/media-quota.ts'
import { deleteUnnamedBlobs, sweepMediaThisHour } from './media/sweep-media.ts'
import { finishDeletions } from './messages/finish-deletion.ts'
import { createFirstMessages } from './messages/first-messages.ts'
import { createPendingFlusher } from './messages/pending-flusher.ts'
import { createWriteRetries } from './messages/write-retries.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { observeHeld } from './observe-held.ts'
import { notifyUnseen } from './receipts/notify-unseen.ts'
import { raiseTogether } from './receipts/raise-watermarks.ts'
import { receiveMessages } from './receipts/receive-messages.ts'
import { receiptIn } from './receipts/unseen-messages.ts'
import { startUnseenSweep } from './receipts/unseen-sweep.ts'
import { blockRoutes } from './routes/blocks.ts'
import { mediaRoutes } from './routes/media.ts'
import { messageRoutes } from './routes/messages.ts'
import { rpcHandlers } from './rpc.ts'
import type { Times } from './times.ts'
import { createMessageSender } from './ws/sending/message-sender.ts'
import { ensureActive } from './ws/sessions/session-check.ts'
import { acceptSockets } from './ws/sockets/accept.ts'
import { createRealtime } from './ws/sockets/create-realtime.ts'

/** A receipt may wait for others, since no user notices a few ms. */
export const RECEIPTS = { maxConcurrent: 2, size: 100, lingerMs: 10 }

/** Starts chat: conversations, messages, receipts, blocks and the WebSockets. */
export function start(config: Config, overrides: { log?: Log; times?: Times } = {}): Promise<Running> {
  const { times = {} } = overrides
  const options = { name: 'chat', config, log: overrides.log, createModels, natsPingMs: times.natsPingMs, migrations }
  return startService(options, async (core) => {
    const { log, db, models, nats, settings } = core
    const epoch = await followEpoch(db, nats, 'chat')
    const relay = startRelay([models.Conversation], createPublish(nats), log)
    const unseenSweep = config.VAPID_PUBLIC_KEY ? startUnseenSweep(log, () => notifyUnseen(ctx, times), times) : null
    const pendingFlusher = createPendingFlusher(models, log, unseenSweep?.expectSome, times)
    const writeRetries = createWriteRetries(log)
    const messageIds = createIds(db, 'messages')
    const mediaIds = createIds(db, 'media')
    const blobs = await openBlobs(db, models.Blob, s3ConfigOf(config), log)
    const countMedium = createMediaQuota({ models, nats, log, settings }, config.RATE_PROFILE)
    const firstMessages = createFirstMessages({ models, nats, log, settings }, config.RATE_PROFILE)
    const lookAtPhoto = createLookAtPhoto({ nats, settings, log }, times)
    const lateLooks = startLateLooks(() => ctx, times)
    const realtime = createRealtime({
      ...{ log, models, nats, settings, times },
      onFrame(userId, frame) {
        const receipt = receiptIn(userId, frame)
        if (receipt) pendingFlusher.confirm(receipt)
      },
    })
    const { connections, sessions, push, mayReach, showUnblocked, isPushTrusted } = realtime
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
      mediaIds,
      blobs,
      countMedium,
      lookAtPhoto,
      lateLooks,
      knownUsers: createKnownUsers(),
      confirmReceived,
      raiseSoon,
      pendingFlusher,
      writeRetries,
      push,
      showUnblocked,
      mayReach,
      isPushTrusted,
      firstMessages,
      hasWebPush: unseenSweep !== null,
      publishWork,
      settings,
      erasureSweep,
    }
    const rateLimits = createRateLimits({
      profile: config.RATE_PROFILE,
      redis: config,
      log,
      logSecurity: createSecurityLog(log),
    })
    const messageSender = createMessageSender({
      ctx: { ...ctx, push },
      rateLimits,
      ensureActive: (socket) => ensureActive(log, sessions, socket),
    })
    const events = { handlers: eventHandlers(ctx), epoch, db }
    const reconciliation = startDailyRun(nats, 'reconciliation', () => reconcile(ctx))
    const erasures = startDailyRun(nats, 'erasure of missed users', () => eraseMissed(ctx))
    function runSoon(): void {
      reconciliation.runSoon()
      erasures.runSoon()
    }
    return {
      ctx,
      routes: [messageRoutes, mediaRoutes, blockRoutes],
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
        lateLooks,
        ...(unseenSweep ? [unseenSweep] : []),
        startHourlyRun(nats, 'count for the dashboard', () => countThisHour(ctx), times.countAfterMs),
        startHourlyRun(nats, 'completion of deletions', () => finishDeletions(ctx), times.completeAfterMs),
        startHourlyRun(
          nats,
          'deletion of media without a message',
          () => sweepMediaThisHour(ctx),
          times.sweepMediaAfterMs,
        ),
        startHourlyRun(nats, 'move of media', () => blobs.move(), times.moveMediaMs),
        startDailyRun(nats, 'deletion of blobs without a medium', () => deleteUnnamedBlobs(ctx)),
        startEpochSweep(nats, epoch, (current) => deleteOlder(ctx, current)),
        observeHeld(ctx),
        realtime,
        { stop: blobs.close },
      ],
      attach(server) {
        const sockets = acceptSockets(server, config, ctx, {
          connections,
          sessions,
          messageSender,
          online: realtime.online,
        })
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
