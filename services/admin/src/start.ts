import { subscribe } from '@zing/kit/nats/broadcast'
import { startReconciliation } from '@zing/kit/nats/reconcile'
import type { Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { accountDeleted, sessionsRevoked } from '@zing/proto/nats/broadcasts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { revokeAdminSessions } from './domain/admin-sessions.ts'
import { eraseMissed, eraseUsers } from './domain/erase-users.ts'
import { startResetWorker } from './domain/reset-worker.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { adminRoutes } from './routes/admin.ts'

/** Starts admin: PIN, totals and reset. */
export function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  return startService({ name: 'admin', config, log: overrides.log, createModels, migrations }, (core) => {
    const { log, models, nats } = core
    const resets = startResetWorker({ models, nats, log })
    const ctx: Ctx = {
      log,
      models,
      nats,
      resets,
      pin: config.ADMIN_PIN,
      pinRefillMs: config.ADMIN_PIN_REFILL_SECONDS * 1_000,
      isResetEnabled: config.ADMIN_RESET_ENABLED ?? config.NODE_ENV !== 'production',
      administrators: config.ADMIN_USERNAMES?.split(',').map((name) => name.trim().toLowerCase()) ?? null,
    }
    subscribe(nats, sessionsRevoked, ({ sids }) => {
      // after a failure the admin sessions expire by themselves; the user's sessions have ended anyway
      revokeAdminSessions(ctx, sids).catch((err: unknown) => log.warn({ err }, 'admin sessions not revoked'))
    })
    subscribe(nats, accountDeleted, ({ userId }) => {
      eraseUsers(ctx, [userId]).catch((err: unknown) => log.warn({ err }, 'deleted user not erased, will be retried'))
    })
    const erasures = startReconciliation(nats, () => eraseMissed(ctx))
    return { ctx, routes: [adminRoutes], entryPoints: [], background: [resets, erasures] }
  })
}
