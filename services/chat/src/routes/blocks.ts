import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/chat'
import type { Ctx } from '../context.ts'
import { blockUser, listBlocks } from '../domain/block-user.ts'

export function blockRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listBlocks, ({ userId }) => listBlocks(ctx, userId))
  serve(contract.blockUser, async ({ userId, body: { blockedUserId } }) => {
    await blockUser(ctx, userId, blockedUserId)
    return { blockedUserId }
  })
}
