import { subscribe } from '@zing/kit/nats/broadcast'
import { startRelay } from '@zing/kit/nats/relay'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { createPublish } from '@zing/kit/nats/streams/event-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { startDailyRun, startHourlyRun } from '@zing/kit/timing/daily-run'
import { RESET_WAIT_MS } from '@zing/proto/limits'
import { accountDeleted, sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { createPublishOrAudit } from './audit/audit.ts'
import { createCaseIds } from './cases/case-ids.ts'
import { createReportBlocks } from './cases/reports/report-blocks.ts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { countThisHour } from './dashboard/get-dashboard.ts'
import { eraseMissed, eraseUsers } from './deletion/erase-users.ts'
import { startMaintenance } from './deletion/maintenance.ts'
import { watchDoor } from './door/watch-door.ts'
import { observeCases } from './metrics.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { revokeAdminSessions } from './pin/admin-sessions.ts'
import { startResetWorker } from './reset/reset-worker.ts'
import { adminRoutes } from './routes/admin.ts'
import { applicationRoutes } from './routes/applications.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { moderationRoutes } from './routes/moderation.ts'
import { reportRoutes } from './routes/reports.ts'
import { settingsRoutes } from './routes/settings.ts'
import { verificationRoutes } from './routes/verifications.ts'
import { rpcHandlers } from './rpc.ts'
import { createPalettes } from './settings/palette.ts'
import { startPublication } from './settings/publication.ts'
import type { Times } from './times.ts'

/** Starts admin: settings; PIN, totals, reset and roles; reports, cases and the audit log. */
export function start(config: Config, overrides: { log?: Log; times?: Times } = {}): Promise<Running> {
  const { times = {} } = overrides
  return startService({ name: 'admin', config, log: overrides.log, createModels, migrations }, (core) => {
    const { log, models, nats, settings } = core
    const resets = startResetWorker({ models, nats, log }, times)
    const reportBlocks = createReportBlocks({ nats, log })
    const publish = createPublishOrAudit({ models, log }, reportBlocks.publishOrBlock(createPublish(nats)))
    const relay = startRelay([models.Case, models.Settings], publish, log)
    const paletteOf = createPalettes()
    const publication = startPublication({ ...core, paletteOf }, times)
    const ctx: Ctx = {
      log,
      models,
      nats,
      settings,
      relay,
      reportBlocks,
      paletteOf,
      publication,
      ids: createCaseIds(models),
      resets,
      resetWaitMs: times.resetWaitMs ?? RESET_WAIT_MS,
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
    const dashboard = startHourlyRun(nats, 'count for the dashboard', () => countThisHour(ctx), times.countAfterMs)
    const erasures = startDailyRun(nats, 'erasure of missed users', () => eraseMissed(ctx))
    return {
      ctx,
      routes: [
        adminRoutes,
        dashboardRoutes,
        settingsRoutes,
        reportRoutes,
        moderationRoutes,
        applicationRoutes,
        verificationRoutes,
      ],
      entryPoints: [serveRpc(nats, 'admin', rpcHandlers(ctx))],
      background: [
        watchDoor(ctx, times),
        resets,
        erasures,
        dashboard,
        relay,
        publication,
        startMaintenance(ctx),
        observeCases(models),
      ],
    }
  })
}
