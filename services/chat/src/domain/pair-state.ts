import { isDuplicateKey } from '@zing/kit/errors'
import type { Ctx } from '../context.ts'
import { conversationId, type Members } from './members.ts'

/** What social says of two people. */
export interface PairState {
  userIds: Members
  matchedAt: string | null
  rev: number
}

/**
 * Opens or closes a conversation as social says. Events come twice and late: only a newer rev changes anything, and
 * nothing here ever clears a block. True if it changed something.
 */
export async function applyPairState({ models, epoch }: Ctx, { userIds, matchedAt, rev }: PairState): Promise<boolean> {
  const at = matchedAt ? new Date(matchedAt) : null
  const older = { _id: conversationId(...userIds), matchRev: { $lt: rev } }
  const change = {
    $set: { matched: at !== null, matchedAt: at, matchRev: rev, epoch: epoch.current() },
    $max: { activeAt: at ?? new Date(0) },
    $setOnInsert: { members: userIds },
  }
  try {
    const { modifiedCount, upsertedCount } = await models.Conversation.updateOne(older, change, {
      upsert: true,
      setDefaultsOnInsert: true,
    })
    return modifiedCount + upsertedCount > 0
  } catch (error) {
    if (isDuplicateKey(error)) return false // there is one, with this rev or a newer one
    throw error
  }
}
