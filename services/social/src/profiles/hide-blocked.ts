import { isAnyDeleted } from '@zing/kit/mongo/tombstones'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { changeEntry } from '../notifications/change-entry.ts'
import { changePair } from '../pairs/change-pair.ts'
import { newPair, withBlock, withoutBlock } from '../pairs/pair-rules.ts'

/** A block or the end of one, with its rev and epoch at chat. */
export interface Block {
  blockerId: number
  blockedId: number
  rev: number
  epoch: number
}

/** Ends the match of two users after a block and hides each from the other. Idempotent; an old block changes nothing. */
export async function hideBlocked(ctx: Ctx, { blockerId, blockedId, rev, epoch }: Block): Promise<void> {
  if (await isAnyDeleted(ctx.models.Tombstone, [blockerId, blockedId])) return
  const blank = newPair(blockerId, blockedId, epoch)
  const pair = await changePair(ctx, blank, (pair) => withBlock(pair, blockerId, { rev, at: new Date() }))
  if (!pair.blocked) return
  await clearEntries(ctx, pair, blockerId, blockedId)
  await clearEntries(ctx, pair, blockedId, blockerId)
  ctx.likeCounts.refresh(blockerId)
  ctx.likeCounts.refresh(blockedId)
}

/** Clears a user's entries about the other. Their rev then rejects likes and matches whose events are on their way. */
async function clearEntries(ctx: Ctx, { rev, epoch }: Pair, userId: number, aboutId: number): Promise<void> {
  const state = { userId, aboutId, at: new Date(), rev, epoch }
  for (const type of ['LIKE', 'MATCH'] as const)
    await changeEntry(ctx, { ...state, type }, () => ({ set: { isCleared: true }, events: [] }))
}

/** Ends a block. If the block has not arrived yet, it first deletes the likes as the block would have. */
export async function showUnblocked(ctx: Ctx, removed: Block): Promise<void> {
  const { blockerId, blockedId, rev, epoch } = removed
  if (await isAnyDeleted(ctx.models.Tombstone, [blockerId, blockedId])) return
  await hideBlocked(ctx, { ...removed, rev: rev - 1 })
  await changePair(ctx, newPair(blockerId, blockedId, epoch), (pair) => withoutBlock(pair, blockerId, rev))
}

/** Ends a block that chat no longer has, unless the pair has changed since `rev` was read. Likes stay deleted. */
export async function removeMissingBlock({ models }: Ctx, id: string, rev: number): Promise<void> {
  const unblocked = { blocked: false, loBlockedAt: null, hiBlockedAt: null, rev: rev + 1 }
  await models.Pair.updateOne({ _id: id, rev, blocked: true }, { $set: unblocked })
}
