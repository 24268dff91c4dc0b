import { createApp } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import { connectMongo, createIndexes, isAnswering } from '@zing/kit/mongo/connection'
import { subscribe } from '@zing/kit/nats/broadcast'
import { connectNats } from '@zing/kit/nats/connection'
import { createLog, type Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { revokeAdminSessions } from './domain/admin-sessions.ts'
import { startResetWorker } from './domain/reset-worker.ts'
import { createModels } from './models/models.ts'
import { adminRoutes } from './routes/admin.ts'

/** PIN, totals, reset. */
export async function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  const log = overrides.log ?? createLog('admin', config.LOG_LEVEL)
  const db = await connectMongo(config.MONGO_URL, log)
  const models = createModels(db)
  await createIndexes(db, log)
  const nats = connectNats(config.NATS_URL, 'admin', log)
  const resets = startResetWorker({ models, nats, log })
  const ctx: Ctx = {
    log,
    models,
    nats,
    resets,
    pin: config.ADMIN_PIN,
    pinRefillMs: config.ADMIN_PIN_REFILL_SECONDS * 1_000,
    isResetEnabled: config.ADMIN_RESET_ENABLED
      ? config.ADMIN_RESET_ENABLED === 'true'
      : config.NODE_ENV !== 'production',
    administrators: config.ADMIN_USERNAMES?.split(',').map((name) => name.trim().toLowerCase()) ?? null,
  }
  subscribe(nats, sessionsRevoked, ({ sids }) => {
    // if that fails, the grants end by themselves, and their sessions have ended anyway
    revokeAdminSessions(ctx, sids).catch((err: unknown) => log.warn({ err }, 'grants not deleted'))
  })

  const app = createApp({ log, secret: config.INTERNAL_TOKEN_SECRET, isReady: () => isAnswering(db) }, ctx, [
    adminRoutes,
  ])
  const http = await listen(app, config)

  async function stop(): Promise<void> {
    await http.stop() // no new work, then finish what runs, then let go
    resets.stop()
    await nats.drain()
    await db.close()
  }
  return { url: http.url, stop }
}
