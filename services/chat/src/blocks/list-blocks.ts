import { BLOCKS_PAGE_MAX } from '@zing/proto/limits'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { partnerOf } from '../conversations/members.ts'

interface PageRequest {
  /** Id of the last user of the previous page. */
  cursor?: number | undefined
  limit?: number | undefined
}

/** Lists the users whom a user has blocked, by conversation id. `next` is the cursor of the next page. */
export async function listBlocks(
  { models }: Ctx,
  userId: number,
  { cursor, limit = BLOCKS_PAGE_MAX }: PageRequest,
): Promise<{ ids: number[]; next: number | null }> {
  const blocked = await models.Conversation.find(
    { blockedBy: userId, ...(cursor && { _id: { $gt: pairKey(userId, cursor) } }) },
    { members: 1 },
  )
    .sort({ _id: 1 })
    .limit(limit + 1)
    .lean()
  const ids = blocked.slice(0, limit).map((conversation) => partnerOf(conversation, userId))
  return { ids, next: blocked.length > limit ? (ids.at(-1) ?? null) : null }
}
