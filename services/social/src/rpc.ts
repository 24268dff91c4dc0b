import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import { countLikes, getPair, getPairPage, getReportable, resetOf } from '@zing/proto/nats/rpc'
import type { Ctx } from './context.ts'
import { isReportable } from './domain/is-reportable.ts'
import { getPairState, getPairStatePage } from './domain/pair-state.ts'
import { reset } from './domain/reset.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(countLikes, () => ctx.countAll()),
    rpcHandler(getPair, ({ userIds }) => getPairState(ctx, userIds)),
    rpcHandler(getPairPage, ({ after }) => getPairStatePage(ctx, after)),
    rpcHandler(getReportable, async ({ reporterId, userId }) => ({
      isReportable: await isReportable(ctx, reporterId, userId),
    })),
    rpcHandler(resetOf('social'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
