import { createApp } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import { connectMongo, createIndexes, isAnswering } from '@zing/kit/mongo/connection'
import { createIds } from '@zing/kit/mongo/id-sequence'
import { connectNats } from '@zing/kit/nats/connection'
import { followEpoch } from '@zing/kit/nats/epoch'
import { consumeEvents } from '@zing/kit/nats/event-consumer'
import { createPublish } from '@zing/kit/nats/event-stream'
import { startRelay } from '@zing/kit/nats/outbox'
import { startReconciliation } from '@zing/kit/nats/reconcile'
import { serveRpc } from '@zing/kit/nats/rpc'
import { createLog, type Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { createCountAll } from './domain/count-all.ts'
import { reconcile } from './domain/reconcile.ts'
import { createLikeCounts } from './domain/refresh-like-counts.ts'
import { eventHandlers } from './events.ts'
import { createModels } from './models/models.ts'
import { likeRoutes } from './routes/likes.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { profileRoutes } from './routes/profiles.ts'
import { rpcHandlers } from './rpc.ts'

/** People as others see them: feed, likes, matches, notifications. */
export async function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  const log = overrides.log ?? createLog('social', config.LOG_LEVEL)
  const db = await connectMongo(config.MONGO_URL, log)
  const models = createModels(db)
  await createIndexes(db, log)
  const nats = connectNats(config.NATS_URL, 'social', log)
  const epoch = await followEpoch(db, nats, 'social')
  const relay = startRelay([models.Pair, models.Notification], createPublish(nats), log)
  const notificationIds = createIds(db, 'notifications')
  const likeCounts = createLikeCounts(models, log)
  const countAll = createCountAll(models, epoch)
  const ctx: Ctx = { log, models, nats, relay, epoch, notificationIds, likeCounts, countAll }

  const consumer = consumeEvents(nats, { service: 'social', handlers: eventHandlers(ctx), epoch, db })
  const answers = serveRpc(nats, 'social', rpcHandlers(ctx))
  const copies = startReconciliation(nats, () => reconcile(ctx))
  const app = createApp({ log, secret: config.INTERNAL_TOKEN_SECRET, isReady: () => isAnswering(db) }, ctx, [
    profileRoutes,
    likeRoutes,
    notificationRoutes,
  ])
  const http = await listen(app, config)

  async function stop(): Promise<void> {
    await http.stop() // no new work, then finish what runs, then let go
    copies.stop()
    await Promise.all([consumer.stop(), answers.stop(), relay.stop()])
    await likeCounts.stop()
    await nats.drain()
    await db.close()
  }
  return { url: http.url, stop }
}
