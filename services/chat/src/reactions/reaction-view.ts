import type { Message, Reaction } from '@zing/proto/messages'
import type { Conversation } from '../models/conversation.ts'
import type { StoredReactions } from '../models/reaction.ts'

type Members = Pick<Conversation, 'members'>

/** The reactions that are there, the member's with the smaller id first. */
export function reactionsOf({ members }: Members, { lo, hi }: Pick<StoredReactions, 'lo' | 'hi'>): Reaction[] {
  return [lo, hi].flatMap(({ emoji }, index) => {
    const userId = members[index]
    return emoji !== null && userId !== undefined ? [{ userId, emoji }] : []
  })
}

/** A message with its reactions; of those only `shownOf`'s, if the other member's are not to be shown. */
export function withReactions(
  message: Message,
  conversation: Members,
  stored: StoredReactions | undefined,
  shownOf: number | null = null,
): Message {
  if (!stored) return message
  const reactions = reactionsOf(conversation, stored).filter(({ userId }) => shownOf === null || userId === shownOf)
  return { ...message, ...(reactions.length > 0 && { reactions }), reactionRev: stored.rev }
}
