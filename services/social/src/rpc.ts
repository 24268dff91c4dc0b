import { type QuestionHandler, reply } from '@zing/kit/nats/rpc'
import { askPair, countLikes, pageOfPairs, resetOf } from '@zing/proto/nats/rpc'
import type { Ctx } from './context.ts'
import { getPairState, pageOfPairStates } from './domain/pair-state.ts'
import { reset } from './domain/reset.ts'

export function requestHandlers(ctx: Ctx): QuestionHandler[] {
  return [
    reply(countLikes, () => ctx.countAll()),
    reply(askPair, ({ userIds }) => getPairState(ctx, userIds)),
    reply(pageOfPairs, ({ after }) => pageOfPairStates(ctx, after)),
    reply(resetOf('social'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
