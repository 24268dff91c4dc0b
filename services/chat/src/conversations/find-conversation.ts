import { request } from '@zing/kit/nats/rpc'
import { AppError } from '@zing/proto/errors'
import { getPair } from '@zing/proto/nats/rpc/social'
import { membersOf, pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { applyPairState } from './apply-pair-state.ts'
import { isOpen } from './open-conversation.ts'

/** Returns the open conversation of two users. Null if they never matched, have unmatched or blocked (SEC-67). */
export async function findConversation(ctx: Ctx, userId: number, partnerId: number): Promise<Conversation | null> {
  const stored = await readConversation(ctx, userId, partnerId)
  if (stored && (isOpen(stored) || stored.blockedBy.length > 0)) return isOpen(stored) ? stored : null

  await fetchPair(ctx, userId, partnerId, stored !== null)
  const updated = await readConversation(ctx, userId, partnerId)
  return updated && isOpen(updated) ? updated : null
}

export async function readConversation({ models }: Ctx, a: number, b: number): Promise<Conversation | null> {
  return models.raw.conversations.findOne({ _id: pairKey(a, b) }, { projection: CONVERSATION_FIELDS })
}

/** Fetches a match from social, whose event may not have arrived. If social fails, a stored conversation serves. */
export async function fetchPair(ctx: Ctx, a: number, b: number, isStored: boolean): Promise<void> {
  try {
    const state = await request(ctx.nats, getPair, { userIds: membersOf(a, b) })
    if (state?.matchedAt) await applyPairState(ctx, state)
  } catch (error) {
    if (!(isStored && error instanceof AppError)) throw error
  }
}
