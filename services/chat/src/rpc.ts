import { type QuestionHandler, reply } from '@zing/kit/nats/rpc'
import * as contract from '@zing/proto/nats/rpc'
import type { Ctx } from './context.ts'
import { pageOfBlocks } from './domain/list-block-pages.ts'
import { reset } from './domain/reset.ts'

export function requestHandlers(ctx: Ctx): QuestionHandler[] {
  return [
    reply(contract.pageOfBlocks, ({ after }) => pageOfBlocks(ctx, after)),
    reply(contract.resetOf('chat'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
