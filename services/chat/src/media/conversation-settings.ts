import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { ConversationSettings } from '@zing/proto/http/media'
import type { Ctx } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { sideOf } from '../conversations/members.ts'
import { OPEN } from '../conversations/open-conversation.ts'
import { CONVERSATION_FIELDS, type Conversation, type MediaSettings } from '../models/conversation.ts'
import { DEFAULT_SETTING, maySend } from './may-send.ts'

/** Returns what a member takes in a conversation, and what the partner takes from the member now. */
export async function getSettings(ctx: Ctx, userId: number, partnerId: number): Promise<ConversationSettings> {
  return toSettings(ctx, await requireOpen(ctx, userId, partnerId), userId)
}

export async function putSettings(
  ctx: Ctx,
  userId: number,
  partnerId: number,
  { photos, voice }: MediaSettings,
): Promise<ConversationSettings> {
  const { _id, members } = await requireOpen(ctx, userId, partnerId)
  ensureInTime()
  const changed = await ctx.models.raw.conversations.findOneAndUpdate(
    { _id, ...OPEN },
    { $set: { [`takes.${sideOf({ members }, userId)}`]: { photos, voice } } },
    { returnDocument: 'after', projection: CONVERSATION_FIELDS },
  )
  if (!changed) throw errors.matchNotFound()
  return toSettings(ctx, changed, userId)
}

async function requireOpen(ctx: Ctx, userId: number, partnerId: number): Promise<Conversation> {
  const conversation = await findConversation(ctx, userId, partnerId)
  if (!conversation) throw errors.matchNotFound()
  return conversation
}

function toSettings(ctx: Ctx, conversation: Conversation, userId: number): ConversationSettings {
  const { photos = DEFAULT_SETTING, voice = DEFAULT_SETTING } = conversation.takes?.[sideOf(conversation, userId)] ?? {}
  const may = (kind: 'photo' | 'voice') => maySend(ctx, conversation, userId, kind)
  return { photos, voice, maySend: { photos: may('photo'), voice: may('voice') } }
}
