import { createDailyQuota, unlimited } from '@zing/kit/mongo/daily-quota'
import { createIds } from '@zing/kit/mongo/id-sequence'
import { deadLetterHandlers } from '@zing/kit/nats/dead-letter-replay'
import { followEpoch } from '@zing/kit/nats/epoch'
import { startEpochSweep } from '@zing/kit/nats/epoch-sweep'
import { consumeEvents } from '@zing/kit/nats/event-consumer'
import { createPublish } from '@zing/kit/nats/event-stream'
import { startRelay } from '@zing/kit/nats/outbox'
import { startReconciliation } from '@zing/kit/nats/reconcile'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { startSettledSweep } from '@zing/kit/nats/settled-sweep'
import type { Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { PROFILES_PER_DAY } from '@zing/proto/limits'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { createCountAll } from './domain/count-all.ts'
import { eraseMissed, settleErasures } from './domain/erase-user.ts'
import { reconcile } from './domain/reconcile.ts'
import { createLikeCounts } from './domain/refresh-like-counts.ts'
import { deleteOlder } from './domain/reset.ts'
import { eventHandlers } from './events.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { likeRoutes } from './routes/likes.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { profileRoutes } from './routes/profiles.ts'
import { rpcHandlers } from './rpc.ts'

/** Starts social: feed, likes, matches and notifications. */
export function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  return startService({ name: 'social', config, log: overrides.log, createModels, migrations }, async (core) => {
    const { log, db, models, nats } = core
    const epoch = await followEpoch(db, nats, 'social')
    const relay = startRelay([models.Pair, models.Notification], createPublish(nats), log)
    const notificationIds = createIds(db, 'notifications')
    const likeCounts = createLikeCounts(models, log)
    const countAll = createCountAll(models, epoch)
    const profileQuota =
      config.RATE_PROFILE === 'off' ? unlimited : createDailyQuota(models.DailyUsage, PROFILES_PER_DAY)
    const settling = startSettledSweep(nats, () => settleErasures(ctx), { failure: 'erasures of users not repeated' })
    const ctx: Ctx = { log, models, nats, relay, epoch, notificationIds, likeCounts, countAll, profileQuota, settling }
    const events = { handlers: eventHandlers(ctx), epoch, db }
    const reconciliation = startReconciliation(nats, () => reconcile(ctx))
    const erasures = startReconciliation(nats, () => eraseMissed(ctx))
    function runSoon(): void {
      reconciliation.runSoon()
      erasures.runSoon()
    }
    return {
      ctx,
      routes: [profileRoutes, likeRoutes, notificationRoutes],
      entryPoints: [
        consumeEvents(nats, { service: 'social', ...events, onDeleted: runSoon }),
        serveRpc(nats, 'social', [...rpcHandlers(ctx), ...deadLetterHandlers('social', events)]),
      ],
      background: [
        relay,
        likeCounts,
        reconciliation,
        erasures,
        settling,
        startEpochSweep(nats, epoch, (current) => deleteOlder(ctx, current)),
      ],
    }
  })
}
