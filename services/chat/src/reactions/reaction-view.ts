import type { Message, Reaction } from '@zing/proto/messages'
import type { Conversation } from '../models/conversation.ts'
import type { StoredReactions } from '../models/reaction.ts'

type Members = Pick<Conversation, 'members'>

/** Returns the current reactions; the member with the smaller id comes first. */
export function reactionsOf({ members }: Members, { lo, hi }: Pick<StoredReactions, 'lo' | 'hi'>): Reaction[] {
  return [lo, hi].flatMap(({ emoji }, index) => {
    const userId = members[index]
    return emoji !== null && userId !== undefined ? [{ userId, emoji }] : []
  })
}

/** Adds reactions to a message; only the reaction of `shownOf`, if it is given. */
export function withReactions(
  message: Message,
  conversation: Members,
  stored: StoredReactions | undefined,
  shownOf: number | null = null,
): Message {
  if (!stored || message.kind === 'deleted') return message
  const reactions = reactionsOf(conversation, stored).filter(({ userId }) => shownOf === null || userId === shownOf)
  return { ...message, ...(reactions.length > 0 && { reactions }), reactionRev: stored.rev }
}
