import { request } from '@zing/kit/nats/rpc'
import { errors } from '@zing/proto/errors'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { LRUCache } from 'lru-cache'
import type { Ctx, KnownUsers } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { partnerOf } from '../conversations/members.ts'
import { hiddenUpTo } from '../holds/hold.ts'
import { findByKey } from '../messages/find-by-key.ts'
import { keyOf } from '../messages/message-view.ts'
import type { Conversation } from '../models/conversation.ts'
import type { Medium } from '../models/medium.ts'
import { type BlobName, blobKeyOf } from './content.ts'

/** A suspension takes effect within this time, and within a minute with all that precedes it. */
const KNOWN_MS = 20_000
const KNOWN_MAX = 20_000

export function createKnownUsers(): KnownUsers {
  return new LRUCache({ max: KNOWN_MAX, ttl: KNOWN_MS })
}

export interface FoundMedium {
  medium: Medium
  conversation: Conversation
}

/**
 * Finds a medium for a member of its conversation. Throws a 404 for others, without a match, and while the other
 * member is suspended. A receiver must see its message. 503 while auth does not respond.
 */
export async function findMedium(ctx: Ctx, viewerId: number, id: number): Promise<FoundMedium> {
  const medium = await ctx.models.raw.media.findOne({ _id: id })
  const isMember = medium?.senderId === viewerId || medium?.receiverId === viewerId
  if (!medium?.looks || !isMember) throw errors.notFound()
  const members = [medium.senderId, medium.receiverId]
  const partnerId = partnerOf({ members }, viewerId)
  const [conversation, isThere] = await Promise.all([findShown(ctx, viewerId, medium), isUserThere(ctx, partnerId)])
  if (!conversation || !isThere) throw errors.notFound()
  return { medium, conversation }
}

/** Returns the bytes of a medium, null if it was deleted meanwhile. The size is of photos. */
export async function readMedium(ctx: Ctx, medium: Medium, size: 'thumb' | 'full'): Promise<Buffer | null> {
  const name: BlobName = medium.kind === 'voice' ? 'audio' : size
  return ctx.blobs.get(blobKeyOf(medium, name))
}

/** A sender sees an upload before its message. A held message shows its receiver nothing. */
async function findShown(ctx: Ctx, viewerId: number, medium: Medium): Promise<Conversation | null> {
  const { senderId, receiverId, clientMessageId } = medium
  const conversation = await findConversation(ctx, senderId, receiverId)
  if (!conversation || viewerId === senderId) return conversation
  const message = await findByKey(ctx, conversation, keyOf(senderId, clientMessageId))
  return message && message.seq > hiddenUpTo(conversation, viewerId) ? conversation : null
}

async function isUserThere({ nats, knownUsers }: Ctx, userId: number): Promise<boolean> {
  if (knownUsers.has(userId)) return true
  const known = await request(nats, getReplicatedProfile, { userId })
  const until = known?.profile.suspendedUntil
  const isThere = known !== null && !(until && new Date(until) > new Date())
  if (isThere) knownUsers.set(userId, true)
  return isThere
}
