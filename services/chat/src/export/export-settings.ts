import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { getExportedChatSettings } from '@zing/proto/nats/rpc/chat'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import { PAGE_SIZE } from '@zing/proto/nats/rpc/pages'
import type { Ctx } from '../context.ts'
import { partnerOf, sideOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'

/** Returns a page of what a user has chosen to take in conversations. */
export async function exportSettings(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<RpcResult<typeof getExportedChatSettings>> {
  const ofUser = { members: userId, _id: { $gt: after }, takes: { $exists: true }, ...ofCurrentEpoch(ctx) }
  const found = await ctx.models.Conversation.find(ofUser, { members: 1, takes: 1 })
    .sort({ _id: 1 })
    .hint({ members: 1, activeAt: -1 }) // in the order of ids MongoDB would read all users' conversations
    .limit(PAGE_SIZE)
    .lean<Pick<Conversation, '_id' | 'members' | 'takes'>[]>()
  const items = found.flatMap((conversation) => {
    const own = conversation.takes?.[sideOf(conversation, userId)]
    return own ? [{ userId: partnerOf(conversation, userId), photos: own.photos, voice: own.voice }] : []
  })
  return { items, next: found.length === PAGE_SIZE ? (found.at(-1)?._id ?? null) : null }
}
