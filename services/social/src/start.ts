import { createDailyQuota, unlimited } from '@zing/kit/mongo/daily-quota'
import { deleteOlderThan } from '@zing/kit/mongo/delete-older'
import { createIds } from '@zing/kit/mongo/id-sequence'
import { deadLetterHandlers } from '@zing/kit/nats/dead-letter-replay'
import { followEpoch } from '@zing/kit/nats/epoch'
import { consumeEvents } from '@zing/kit/nats/event-consumer'
import { handleHere } from '@zing/kit/nats/handle-here'
import { startRelay } from '@zing/kit/nats/relay'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { createPublish } from '@zing/kit/nats/streams/event-stream'
import { createPublishWork } from '@zing/kit/nats/streams/work-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { startDailyRun, startHourlyRun } from '@zing/kit/timing/daily-run'
import { startDelayedSweep } from '@zing/kit/timing/delayed-sweep'
import { startEpochSweep } from '@zing/kit/timing/epoch-sweep'
import { PROFILE_VIEWS_PER_DAY } from '@zing/proto/limits'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { countThisHour } from './dashboard/get-meetings.ts'
import { eraseMissed, sweepDeletedUsers } from './deletion/erase-user.ts'
import { eventHandlers, likeHandlers } from './events.ts'
import { createHintCache } from './feed/discovery-hints.ts'
import { startAlerts } from './feed/send-alerts.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { createCountAll } from './pairs/count-all.ts'
import { createLikeQuota } from './pairs/like-quota.ts'
import { createLikeCounts } from './pairs/refresh-like-counts.ts'
import { reconcile } from './profiles/reconcile.ts'
import { repeatDecisions } from './profiles/repeat-decisions.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { likeRoutes } from './routes/likes.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { profileRoutes } from './routes/profiles.ts'
import { pushRoutes } from './routes/push.ts'
import { rpcHandlers } from './rpc.ts'
import { createSharedReads } from './shared-reads.ts'
import { createTabBroadcaster } from './tab-broadcasts.ts'
import type { Times } from './times.ts'
import { createWebPush, startWebPush } from './web-push/web-push.ts'

/** Starts social: feed, likes, matches and notifications. */
export function start(config: Config, overrides: { log?: Log; times?: Times } = {}): Promise<Running> {
  return startService({ name: 'social', config, log: overrides.log, createModels, migrations }, async (core) => {
    const { log, db, models, nats, settings } = core
    const epoch = await followEpoch(db, nats, 'social')
    const publish = createPublish(nats)
    const relay = startRelay([models.Pair, models.Notification], (entry) => handleOrPublish(entry), log)
    const notificationIds = createIds(db, 'notifications')
    const likeCounts = createLikeCounts(models, log)
    const countAll = createCountAll(models, epoch)
    const profileQuota =
      config.RATE_PROFILE === 'off' ? unlimited : createDailyQuota(models.DailyUsage, PROFILE_VIEWS_PER_DAY)
    const likeQuota = createLikeQuota(models, config.RATE_PROFILE, settings)
    const erasureSweep = startDelayedSweep(nats, () => sweepDeletedUsers(ctx), {
      name: 'repetition of erasures',
    })
    const publishWork = createPublishWork(nats)
    const webPush = createWebPush(config, nats, overrides.times)
    const ctx: Ctx = {
      log,
      models,
      nats,
      relay,
      epoch,
      notificationIds,
      likeCounts,
      countAll,
      reads: createSharedReads({ models, epoch }),
      profileQuota,
      likeQuota,
      hintCache: createHintCache(),
      erasureSweep,
      publishWork,
      settings,
      broadcastToTabs: createTabBroadcaster(nats),
      webPush,
    }
    const handleOrPublish = handleHere(publish, { handlers: likeHandlers(ctx), epoch, log })
    const events = { handlers: eventHandlers(ctx), epoch, db }
    const pushing = startWebPush(ctx, { nats, epoch, db })
    const replayed = { ...events, handlers: [...events.handlers, ...pushing.handlers] }
    const reconciliation = startDailyRun(nats, 'reconciliation', () => reconcile(ctx))
    const erasures = startDailyRun(nats, 'erasure of missed users', () => eraseMissed(ctx))
    const decisions = startDailyRun(nats, 'repetition of missed decisions', () => repeatDecisions(ctx))
    function runSoon(): void {
      for (const run of [reconciliation, erasures, decisions]) run.runSoon()
    }
    return {
      ctx,
      routes: [profileRoutes, likeRoutes, discoveryRoutes, notificationRoutes, pushRoutes],
      entryPoints: [
        consumeEvents(nats, { service: 'social', ...events, onDeleted: runSoon }),
        serveRpc(nats, 'social', [...rpcHandlers(ctx), ...deadLetterHandlers('social', replayed)]),
        pushing,
      ],
      background: [
        relay,
        likeCounts,
        reconciliation,
        erasures,
        decisions,
        erasureSweep,
        startAlerts(ctx, overrides.times?.alertsEveryMs),
        startHourlyRun(nats, 'count for the dashboard', () => countThisHour(ctx), overrides.times?.countAfterMs),
        startEpochSweep(nats, epoch, (current) => deleteOlderThan(current, models)),
      ],
    }
  })
}
