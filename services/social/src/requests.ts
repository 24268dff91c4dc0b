import { type QuestionHandler, reply } from '@zing/kit/questions'
import { askPair, countLikes, pageOfPairs, resetOf } from '@zing/proto/nats/questions'
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
