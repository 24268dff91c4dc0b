import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import {
  countLikes,
  getExportedNotifications,
  getExportedPairs,
  getPair,
  getPairPage,
  getReportable,
  resetOf,
} from '@zing/proto/nats/rpc'
import { NOTIFICATION_TYPES } from '@zing/proto/users'
import type { Ctx } from './context.ts'
import { exportPairs } from './domain/export-pairs.ts'
import { isReportable } from './domain/is-reportable.ts'
import { listNotifications } from './domain/list-notifications.ts'
import { getPairState, getPairStatePage } from './domain/pair-state.ts'
import { reset } from './domain/reset.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(countLikes, () => ctx.countAll()),
    rpcHandler(getPair, ({ userIds }) => getPairState(ctx, userIds)),
    rpcHandler(getPairPage, ({ after }) => getPairStatePage(ctx, after)),
    rpcHandler(getExportedPairs, ({ userId, after }) => exportPairs(ctx, userId, after)),
    rpcHandler(getExportedNotifications, async ({ userId }) => ({
      items: await listNotifications(ctx, userId, NOTIFICATION_TYPES),
      next: null,
    })),
    rpcHandler(getReportable, async ({ reporterId, userId }) => ({
      isReportable: await isReportable(ctx, reporterId, userId),
    })),
    rpcHandler(resetOf('social'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
