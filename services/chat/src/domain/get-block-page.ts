import { PAGE_SIZE } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { partnerOf } from './members.ts'

interface Block {
  blockerId: number
  blockedId: number
}

/** Returns a page of all blocks by conversation id, for services that replicate them. */
export async function getBlockPage({ models }: Ctx, after: string): Promise<{ items: Block[]; next: string | null }> {
  const blocked = await models.Conversation.find(
    { _id: { $gt: after }, 'blockedBy.0': { $exists: true } },
    { members: 1, blockedBy: 1 },
  )
    .sort({ _id: 1 })
    .limit(PAGE_SIZE)
    .lean()
  const items = blocked.flatMap(({ members, blockedBy }) =>
    blockedBy.map((blockerId) => ({ blockerId, blockedId: partnerOf({ members }, blockerId) })),
  )
  const last = blocked.length === PAGE_SIZE ? blocked.at(-1) : undefined
  return { items, next: last?._id ?? null }
}
