import { type QuestionHandler, reply } from '@zing/kit/questions'
import * as contract from '@zing/proto/nats/questions'
import type { Ctx } from './context.ts'
import { pageOfBlocks } from './domain/page-of-blocks.ts'
import { reset } from './domain/reset.ts'

export function requestHandlers(ctx: Ctx): QuestionHandler[] {
  return [
    reply(contract.pageOfBlocks, ({ after }) => pageOfBlocks(ctx, after)),
    reply(contract.resetOf('chat'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
