import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import * as contract from '@zing/proto/nats/rpc/social'
import { NOTIFICATION_TYPES } from '@zing/proto/notifications'
import type { Ctx } from './context.ts'
import { getMeetings } from './dashboard/get-meetings.ts'
import { exportDiscovery } from './export/export-discovery.ts'
import { exportPairs } from './export/export-pairs.ts'
import { exportPasses } from './export/export-passes.ts'
import { listNotifications } from './notifications/list-notifications.ts'
import { notificationVersions } from './notifications/notification-versions.ts'
import { findRelated } from './pairs/find-related.ts'
import { getPairState, getPairStatePage } from './pairs/get-pair-state.ts'
import { getVisibility } from './profiles/get-visibility.ts'
import { isReportable } from './profiles/is-reportable.ts'
import { reset } from './profiles/reset.ts'
import { getNotificationSettings } from './web-push/devices/notification-settings.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.countLikes, () => ctx.countAll()),
    rpcHandler(contract.getNotificationVersions, ({ userIds }) => notificationVersions(ctx, userIds)),
    rpcHandler(contract.getPair, ({ userIds }) => getPairState(ctx, userIds)),
    rpcHandler(contract.getPairPage, ({ after }) => getPairStatePage(ctx, after)),
    rpcHandler(contract.getExportedPairs, ({ userId, after }) => exportPairs(ctx, userId, after)),
    rpcHandler(contract.getExportedPasses, ({ userId, after }) => exportPasses(ctx, userId, after)),
    rpcHandler(contract.getExportedDiscovery, async ({ userId }) => ({
      items: await exportDiscovery(ctx, userId),
      next: null,
    })),
    rpcHandler(contract.getExportedNotifications, async ({ userId }) => ({
      items: await listNotifications(ctx, userId, NOTIFICATION_TYPES),
      next: null,
    })),
    rpcHandler(contract.getExportedNotificationSettings, async ({ userId }) => ({
      items: [await getNotificationSettings(ctx, { userId, sid: null })],
      next: null,
    })),
    rpcHandler(contract.getReportable, async ({ reporterId, userId }) => ({
      isReportable: await isReportable(ctx, reporterId, userId),
    })),
    rpcHandler(contract.getVisibility, (asked) => getVisibility(ctx, asked)),
    rpcHandler(contract.getRelated, async ({ userId, otherIds }) => ({
      relatedIds: await findRelated(ctx, userId, otherIds),
    })),
    rpcHandler(contract.getMeetings, (window) => getMeetings(ctx, window)),
    rpcHandler(resetOf('social'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
