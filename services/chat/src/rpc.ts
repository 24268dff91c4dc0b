import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc/chat'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import type { Ctx } from './context.ts'
import { blockUser } from './domain/block-user.ts'
import { exportBlocks } from './domain/export-blocks.ts'
import { exportMessages } from './domain/export-messages.ts'
import { getBlockPage } from './domain/get-block-page.ts'
import { decideHeld, listHeldMessages, listHeldSenders } from './domain/held-messages.ts'
import { isBlocked } from './domain/is-blocked.ts'
import { messageEvidence } from './domain/message-evidence.ts'
import { reset } from './domain/reset.ts'
import { unreadMessages } from './domain/unread-messages.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getBlockBetween, async ({ userIds }) => ({ isBlocked: await isBlocked(ctx, userIds) })),
    rpcHandler(contract.getBlockPage, ({ after }) => getBlockPage(ctx, after)),
    rpcHandler(contract.getExportedMessages, ({ userId, after }) => exportMessages(ctx, userId, after)),
    rpcHandler(contract.getExportedBlocks, ({ userId, after }) => exportBlocks(ctx, userId, after)),
    rpcHandler(contract.getMessageEvidence, (input) => messageEvidence(ctx, input)),
    rpcHandler(contract.getHeldMessages, (input) => listHeldMessages(ctx, input)),
    rpcHandler(contract.getHeldSenders, (input) => listHeldSenders(ctx, input)),
    rpcHandler(contract.decideHeldMessages, (input) => decideHeld(ctx, input)),
    rpcHandler(contract.getUnreadMessages, (input) => unreadMessages(ctx, input)),
    rpcHandler(contract.blockForReporter, async ({ blockerId, blockedId }) => {
      await blockUser(ctx, blockerId, blockedId)
      return {}
    }),
    rpcHandler(resetOf('chat'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
