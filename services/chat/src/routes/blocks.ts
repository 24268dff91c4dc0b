import { linkNextPage } from '@zing/kit/http/next-page'
import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/chat'
import { blockUser } from '../blocks/block-user.ts'
import { listBlocks } from '../blocks/list-blocks.ts'
import { unblockUser } from '../blocks/unblock-user.ts'
import type { Ctx } from '../context.ts'

export function blockRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listBlocks, async ({ userId, query }, res) => {
    const { ids, next } = await listBlocks(ctx, userId, query)
    if (next) linkNextPage(res, contract.listBlocks.path, { limit: query.limit, cursor: next })
    return ids
  })
  serve(contract.blockUser, async ({ userId, body: { blockedUserId } }) => {
    await blockUser(ctx, userId, blockedUserId)
    return { blockedUserId }
  })
  serve(contract.unblockUser, ({ userId, params }) => unblockUser(ctx, userId, params.id))
}
