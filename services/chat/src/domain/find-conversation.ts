import { AppError } from '@zing/kit/errors'
import { request } from '@zing/kit/nats/rpc'
import { getPair } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import { conversationId, membersOf } from './members.ts'
import { applyPairState } from './pair-state.ts'

/** The conversation of two people who may talk, or null: alike for never matched, no longer matched and blocked. */
export async function findConversation(ctx: Ctx, userId: number, partnerId: number): Promise<Conversation | null> {
  const known = await readConversation(ctx, userId, partnerId)
  if (known && (isOpen(known) || known.blockedBy.length > 0)) return isOpen(known) ? known : null

  await learnPair(ctx, userId, partnerId, known !== null)
  const learned = await readConversation(ctx, userId, partnerId)
  return learned && isOpen(learned) ? learned : null
}

export async function readConversation({ models }: Ctx, a: number, b: number): Promise<Conversation | null> {
  return models.raw.conversations.findOne({ _id: conversationId(a, b) }, { projection: CONVERSATION_FIELDS })
}

export function isOpen({ matched, blockedBy }: Pick<Conversation, 'matched' | 'blockedBy'>): boolean {
  return matched && blockedBy.length === 0
}

/** A match of a moment ago may not have arrived as an event yet: social is asked. What we know serves if it is away. */
export async function learnPair(ctx: Ctx, a: number, b: number, isKnown: boolean): Promise<void> {
  try {
    const state = await request(ctx.nats, getPair, { userIds: membersOf(a, b) })
    if (state?.matchedAt) await applyPairState(ctx, state)
  } catch (error) {
    if (!(isKnown && error instanceof AppError)) throw error
  }
}
