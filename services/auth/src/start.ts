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
import { deleteOrphans } from './domain/delete-orphans.ts'
import { reconcile } from './domain/reconcile.ts'
import { createSessionTokens } from './domain/session-tokens.ts'
import { eventHandlers } from './events.ts'
import { createLoginThrottle } from './login-throttle/create-login-throttle.ts'
import { createModels } from './models/models.ts'
import { accountRoutes } from './routes/accounts.ts'
import { selfieRoutes } from './routes/selfies.ts'
import { rpcHandlers } from './rpc.ts'

/** Accounts, sessions and photos. */
export async function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  const log = overrides.log ?? createLog('auth', config.LOG_LEVEL)
  const db = await connectMongo(config.MONGO_URL, log)
  const models = createModels(db)
  await createIndexes(db, log)
  const nats = connectNats(config.NATS_URL, 'auth', log)
  const epoch = await followEpoch(db, nats, 'auth')
  const relay = startRelay([models.User], createPublish(nats), log)
  const { throttle: loginThrottle, stop: stopThrottle } = createLoginThrottle(config, log)
  const ctx: Ctx = {
    log,
    models,
    nats,
    relay,
    epoch,
    userIds: createIds(db, 'users'),
    photoVersions: createIds(db, 'selfies'),
    tokens: createSessionTokens(config.SESSION_SECRET, config.SESSION_TTL),
    loginThrottle,
  }

  const consumer = consumeEvents(nats, { service: 'auth', handlers: eventHandlers(ctx), epoch, db })
  const answers = serveRpc(nats, 'auth', rpcHandlers(ctx))
  const copies = startReconciliation(nats, () => reconcile(ctx))
  const orphans = startReconciliation(nats, () => deleteOrphans(ctx))
  const app = createApp({ log, secret: config.INTERNAL_TOKEN_SECRET, isReady: () => isAnswering(db) }, ctx, [
    accountRoutes,
    selfieRoutes,
  ])
  const http = await listen(app, config)

  async function stop(): Promise<void> {
    await http.stop() // no new work, then finish what runs, then let go
    copies.stop()
    orphans.stop()
    await Promise.all([consumer.stop(), answers.stop(), relay.stop()])
    stopThrottle()
    await nats.drain()
    await db.close()
  }
  return { url: http.url, stop }
}
