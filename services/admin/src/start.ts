import { createIds } from '@zing/kit/mongo/id-sequence'
import { subscribe } from '@zing/kit/nats/broadcast'
import { createPublish } from '@zing/kit/nats/event-stream'
import { startRelay } from '@zing/kit/nats/outbox'
import { startReconciliation } from '@zing/kit/nats/reconcile'
import type { Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { accountDeleted, sessionsRevoked } from '@zing/proto/nats/broadcasts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { revokeAdminSessions } from './domain/admin-sessions.ts'
import { createPublishOrAudit } from './domain/audit.ts'
import { eraseMissed, eraseUsers } from './domain/erase-users.ts'
import { startMaintenance } from './domain/maintenance.ts'
import { startResetWorker } from './domain/reset-worker.ts'
import { observeCases } from './metrics.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { adminRoutes } from './routes/admin.ts'
import { moderationRoutes } from './routes/moderation.ts'
import { reportRoutes } from './routes/reports.ts'

/** Starts admin: PIN, totals, reset and roles; reports, cases and the audit log. */
export function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  return startService({ name: 'admin', config, log: overrides.log, createModels, migrations }, (core) => {
    const { log, db, models, nats } = core
    const resets = startResetWorker({ models, nats, log })
    const relay = startRelay([models.Case], createPublishOrAudit({ models, log }, createPublish(nats)), log)
    const ctx: Ctx = {
      log,
      models,
      nats,
      relay,
      ids: {
        cases: createIds(db, 'cases'),
        reports: createIds(db, 'reports'),
        decisions: createIds(db, 'decisions'),
        notes: createIds(db, 'notes'),
      },
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
    return {
      ctx,
      routes: [adminRoutes, reportRoutes, moderationRoutes],
      entryPoints: [],
      background: [resets, erasures, relay, startMaintenance(ctx), observeCases(models)],
    }
  })
}
