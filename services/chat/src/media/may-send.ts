import { errors } from '@zing/proto/errors'
import type { MediaSetting } from '@zing/proto/fields'
import type { MediaKind } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { findConversation } from '../conversations/find-conversation.ts'
import { otherSide, sideOf } from '../conversations/members.ts'
import type { Conversation } from '../models/conversation.ts'

const SETTING = { photo: 'photos', voice: 'voice' } as const
const FEATURE = { photo: 'chatPhotos', voice: 'chatVoice' } as const

/** The wish of a member who has not chosen. */
export const DEFAULT_SETTING: MediaSetting = 'afterBoth'

/** True while the community takes media of this kind. */
export function isOn({ settings }: Pick<Ctx, 'settings'>, kind: MediaKind): boolean {
  return settings.current().settings.features[FEATURE[kind]]
}

/** True if the community and the receiver take media of this kind from the sender now. */
export function maySend(
  { settings }: Pick<Ctx, 'settings'>,
  conversation: Conversation,
  senderId: number,
  kind: MediaKind,
): boolean {
  if (!isOn({ settings }, kind)) return false
  const wish = conversation.takes?.[otherSide(sideOf(conversation, senderId))]?.[SETTING[kind]] ?? DEFAULT_SETTING
  if (wish === 'afterBoth') return conversation.received.lo > 0 && conversation.received.hi > 0
  return wish === 'fromStart'
}

/** Throws a 403 without a match, and unless community and receiver take media of this kind from the sender. */
export async function requireMaySend(
  ctx: Ctx,
  senderId: number,
  { receiverId, kind }: { receiverId: number; kind: MediaKind },
): Promise<void> {
  const conversation = await findConversation(ctx, senderId, receiverId)
  if (!conversation) throw errors.mayNotMessage()
  if (!maySend(ctx, conversation, senderId, kind)) throw errors.mediaNotWanted()
}
