import { PAGE_SIZE } from '@zing/proto/nats/rpc/pages'
import type { Ctx } from '../context.ts'
import { partnerOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'
import { blockRevOf } from './block-rev.ts'

interface Block {
  blockerId: number
  blockedId: number
  rev: number
  epoch: number
}

/** Returns a page of all blocks by conversation id, for services that replicate them. */
export async function getBlockPage(
  { models, epoch }: Ctx,
  after: string,
): Promise<{ items: Block[]; next: string | null }> {
  const blocked = await models.Conversation.find(
    { _id: { $gt: after }, 'blockedBy.0': { $exists: true }, epoch: { $gte: epoch.current() } },
    { members: 1, blockedBy: 1, blockRev: 1, epoch: 1 },
  )
    .sort({ _id: 1 })
    .limit(PAGE_SIZE)
    .lean<Pick<Conversation, '_id' | 'members' | 'blockedBy' | 'blockRev' | 'epoch'>[]>()
  const items = blocked.flatMap((conversation) =>
    conversation.blockedBy.map((blockerId) => ({
      blockerId,
      blockedId: partnerOf(conversation, blockerId),
      rev: blockRevOf(conversation, blockerId),
      epoch: conversation.epoch,
    })),
  )
  const last = blocked.length === PAGE_SIZE ? blocked.at(-1) : undefined
  return { items, next: last?._id ?? null }
}
