import { isDatabaseUnavailable, isDuplicateKey } from '@zing/kit/mongo/errors'
import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { BLOCKS_MAX } from '@zing/proto/limits'
import { blockCreated } from '@zing/proto/nats/events'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { readConversation } from '../conversations/find-conversation.ts'
import type { Conversation } from '../models/conversation.ts'
import { blockRevKey, blockRevOf, hasBlockRev } from './block-rev.ts'

/** Blocks a user until `unblockUser`, matched or not. A repeated block changes nothing and is pushed again (SEC-68). */
export async function blockUser(ctx: Ctx, blockerId: number, blockedId: number): Promise<void> {
  if (blockerId === blockedId) throw errors.ownBlock()
  const before = await readConversation(ctx, blockerId, blockedId)
  const epochOfUsers = before?.epoch ?? (await checkStranger(ctx, blockerId, blockedId))
  const epoch = Math.max(epochOfUsers, ctx.epoch.current()) // other services may have been reset before chat (INV-12)

  ensureInTime()
  const write = () => writeAndPush(ctx, { blockerId, blockedId, before, rev: blockRevOf(before, blockerId), epoch })
  await write().catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) ctx.writeRetries.add(`block ${blockerId}:${blockedId}`, write)
    throw error
  })
}

interface Block {
  blockerId: number
  blockedId: number
  /** The conversation before the first attempt. The match ends soon after the block, perhaps before a repetition. */
  before: Conversation | null
  /** The blocker's rev before the first attempt. After an unblock a late repetition fails. */
  rev: number
  /** Epoch at the first attempt, so that a reset deletes what a repetition stores. */
  epoch: number
}

/**
 * Checks a user with whom the blocker has no conversation. Rejects an unknown user, and too many blocks. Returns the
 * account's epoch.
 */
async function checkStranger(ctx: Ctx, blockerId: number, blockedId: number): Promise<number> {
  const blocks = await ctx.models.Conversation.countDocuments({ blockedBy: blockerId }, { limit: BLOCKS_MAX })
  if (blocks >= BLOCKS_MAX) throw errors.tooManyBlocks()
  const known = await request(ctx.nats, getReplicatedProfile, { userId: blockedId })
  if (!known) throw errors.userNotFound()
  return known.epoch
}

async function writeAndPush(ctx: Ctx, block: Block): Promise<void> {
  const { blockerId, blockedId, before } = block
  // checked here, since the write may be repeated minutes later
  if (await isAnyDeleted(ctx.models.Tombstone, [blockerId, blockedId])) throw errors.userNotFound()
  const { matched, blockedBy } = await writeBlock(ctx, block)
  if (!blockedBy.includes(blockerId)) return // the blocker has ended the block since
  ctx.relay.wake()
  if (!before?.blockedBy.includes(blockerId))
    logSecurityEvent(ctx.log, 'authz_change', { userId: blockerId, blockedId, change: 'block' })
  // Only a match gets a push (SEC-67). A user who blocked first gets no frame about the other user.
  if ((matched || before?.matched) && blockedBy.length === 1)
    ctx.push(blockedId, null, { type: 'USER_BLOCKED', blockedBy: blockerId })
  ctx.push(blockerId, null, { type: 'BLOCK_CONFIRMED', blockedUserId: blockedId })
}

type Blocked = Pick<Conversation, 'matched' | 'blockedBy'>
const BLOCKED_FIELDS = { matched: 1, blockedBy: 1 } as const

/** Stores the block unless it exists, and returns the conversation after it. */
async function writeBlock({ models }: Ctx, { blockerId, blockedId, rev, epoch }: Block): Promise<Blocked> {
  const _id = pairKey(blockerId, blockedId)
  const members = membersOf(blockerId, blockedId)
  const entries = toOutboxEntries([event(blockCreated, { blockerId, blockedId })], { rev: rev + 1, epoch })
  const write = (upsert: boolean) =>
    models.Conversation.findOneAndUpdate(
      { _id, blockedBy: { $ne: blockerId }, ...hasBlockRev({ members }, blockerId, rev) },
      {
        $push: { blockedBy: blockerId, outbox: { $each: entries } },
        $set: { [blockRevKey({ members }, blockerId)]: rev + 1 },
        $setOnInsert: { members, epoch },
      },
      { upsert, setDefaultsOnInsert: true, returnDocument: 'after', projection: BLOCKED_FIELDS },
    ).lean<Blocked>()

  const written = await write(true).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    return write(false) // the block exists, or a parallel write created the document
  })
  return written ?? models.Conversation.findById(_id, BLOCKED_FIELDS).orFail().lean<Blocked>()
}
