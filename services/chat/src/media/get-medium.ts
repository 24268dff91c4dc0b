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
import type { Medium } from '../models/medium.ts'
import { type BlobName, blobKeyOf } from './content.ts'

/** A suspension takes effect within this time, and within a minute with all that precedes it. */
const KNOWN_MS = 20_000
const KNOWN_MAX = 20_000

export function createKnownUsers(): KnownUsers {
  return new LRUCache({ max: KNOWN_MAX, ttl: KNOWN_MS })
}

/**
 * Finds a medium for a member of its conversation. Throws a 404 for others, without a match, while the other member is
 * suspended, and for a receiver who does not see its message. 503 while auth does not respond.
 */
export async function findMedium(ctx: Ctx, viewerId: number, id: number): Promise<Medium> {
  const medium = await ctx.models.raw.media.findOne({ _id: id })
  const isMember = medium?.senderId === viewerId || medium?.receiverId === viewerId
  if (!medium?.looks || !isMember) throw errors.notFound()
  const members = [medium.senderId, medium.receiverId]
  const partnerId = partnerOf({ members }, viewerId)
  const [isShown, isThere] = await Promise.all([isShownTo(ctx, viewerId, medium), isUserThere(ctx, partnerId)])
  if (!isShown || !isThere) throw errors.notFound()
  return medium
}

/** Returns the bytes of a medium; the size is of photos. */
export async function readMedium(ctx: Ctx, medium: Medium, size: 'thumb' | 'full'): Promise<Buffer> {
  const name: BlobName = medium.kind === 'voice' ? 'audio' : size
  const bytes = await ctx.blobs.get(blobKeyOf(medium, name))
  if (!bytes) throw errors.notFound() // deleted meanwhile
  return bytes
}

/** A sender sees an upload before its message. A receiver does not see one that is held. */
async function isShownTo(ctx: Ctx, viewerId: number, medium: Medium): Promise<boolean> {
  const { senderId, receiverId, clientMessageId } = medium
  const conversation = await findConversation(ctx, senderId, receiverId)
  if (!conversation) return false
  if (viewerId === senderId) return true
  const message = await findByKey(ctx, conversation, keyOf(senderId, clientMessageId))
  return message !== null && message.seq > hiddenUpTo(conversation, viewerId)
}

async function isUserThere({ nats, knownUsers }: Ctx, userId: number): Promise<boolean> {
  if (knownUsers.has(userId)) return true
  const known = await request(nats, getReplicatedProfile, { userId })
  const until = known?.profile.suspendedUntil
  const isThere = known !== null && !(until && new Date(until) > new Date())
  if (isThere) knownUsers.set(userId, true)
  return isThere
}
