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
import { createPendingFlusher } from './domain/pending-flusher.ts'
import { reconcile } from './domain/reconcile.ts'
import { eventHandlers } from './events.ts'
import { createModels } from './models/models.ts'
import { blockRoutes } from './routes/blocks.ts'
import { messageRoutes } from './routes/messages.ts'
import { rpcHandlers } from './rpc.ts'
import { acceptSockets } from './ws/accept.ts'
import { createConnections } from './ws/connections.ts'
import { drainSockets } from './ws/drain.ts'
import { keepAlive } from './ws/keep-alive.ts'
import { createPush } from './ws/push.ts'
import { watchSessions } from './ws/watch-sessions.ts'

/** Conversations, messages, receipts, blocks, and the sockets. */
export async function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  const log = overrides.log ?? createLog('chat', config.LOG_LEVEL)
  const db = await connectMongo(config.MONGO_URL, log)
  const models = createModels(db)
  await createIndexes(db, log)
  const nats = connectNats(config.NATS_URL, 'chat', log)
  const epoch = await followEpoch(db, nats, 'chat')
  const relay = startRelay([models.Conversation], createPublish(nats), log)
  const connections = createConnections()
  const pendingFlusher = createPendingFlusher(models, log)
  const ctx: Ctx = {
    log,
    models,
    nats,
    relay,
    epoch,
    messageIds: createIds(db, 'messages'),
    pendingFlusher,
    push: createPush(nats, connections),
  }

  const consumer = consumeEvents(nats, { service: 'chat', handlers: eventHandlers(ctx), epoch, db })
  const answers = serveRpc(nats, 'chat', rpcHandlers(ctx))
  const timers = [
    startReconciliation(nats, () => reconcile(ctx)),
    keepAlive(connections),
    watchSessions(ctx, connections),
  ]
  nats.onChange((isUp) => {
    for (const session of connections.all()) session.send({ type: isUp ? 'PUSH_RESTORED' : 'PUSH_DEGRADED' })
  })

  const app = createApp({ log, secret: config.INTERNAL_TOKEN_SECRET, isReady: () => isAnswering(db) }, ctx, [
    messageRoutes,
    blockRoutes,
  ])
  const http = await listen(app, config)
  acceptSockets(http.server, config, ctx, connections)

  async function stop(): Promise<void> {
    await http.beginShutdown() // first others are to take over, then no new work, then finish what runs, then let go
    await Promise.all([http.stop(), drainSockets(connections)])
    for (const timer of timers) timer.stop()
    await Promise.all([consumer.stop(), answers.stop(), relay.stop(), pendingFlusher.stop()])
    await nats.drain()
    await db.close()
  }
  return { url: http.url, stop }
}
