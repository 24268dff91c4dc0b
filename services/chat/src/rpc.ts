import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc/chat'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { blockUser } from './blocks/block-user.ts'
import { getBlockPage } from './blocks/get-block-page.ts'
import { isBlocked } from './blocks/is-blocked.ts'
import type { Ctx } from './context.ts'
import { reset } from './conversations/reset.ts'
import { getTalks } from './dashboard/get-talks.ts'
import { exportBlocks } from './export/export-blocks.ts'
import { exportMessages } from './export/export-messages.ts'
import { exportSettings } from './export/export-settings.ts'
import { decideHeld, listHeldMessages, listHeldSenders } from './holds/held-messages.ts'
import { messageEvidence } from './holds/message-evidence.ts'
import { mediaPart } from './media/media-part.ts'
import { unreadMessages } from './receipts/unread-messages.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getBlockBetween, async ({ userIds }) => ({ isBlocked: await isBlocked(ctx, userIds) })),
    rpcHandler(contract.getBlockPage, ({ after }) => getBlockPage(ctx, after)),
    rpcHandler(contract.getExportedMessages, ({ userId, after }) => exportMessages(ctx, userId, after)),
    rpcHandler(contract.getExportedBlocks, ({ userId, after }) => exportBlocks(ctx, userId, after)),
    rpcHandler(contract.getExportedChatSettings, ({ userId, after }) => exportSettings(ctx, userId, after)),
    rpcHandler(contract.getMessageEvidence, (input) => messageEvidence(ctx, input)),
    rpcHandler(contract.getMediaPart, (part) => mediaPart(ctx, part)),
    rpcHandler(contract.getHeldMessages, (input) => listHeldMessages(ctx, input)),
    rpcHandler(contract.getHeldSenders, (input) => listHeldSenders(ctx, input)),
    rpcHandler(contract.decideHeldMessages, (input) => decideHeld(ctx, input)),
    rpcHandler(contract.getUnreadMessages, (input) => unreadMessages(ctx, input)),
    rpcHandler(contract.blockForReporter, async ({ blockerId, blockedId }) => {
      await blockUser(ctx, blockerId, blockedId)
      return {}
    }),
    rpcHandler(contract.getTalks, (window) => getTalks(ctx, window)),
    rpcHandler(resetOf('chat'), ({ epoch }) => reset(ctx, epoch)),
  ]
}
