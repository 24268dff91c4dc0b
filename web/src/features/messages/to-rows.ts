import type { Conversation } from '@zing/proto/messages'
import type { Match } from '@zing/proto/users'

export interface Row {
  match: Match
  conversation: Conversation | null
}

/** Every match has a row, the one with the newest message or match first. */
export function toRows(matches: Match[], conversations: Conversation[]): Row[] {
  const byPartner = new Map(conversations.map((conversation) => [conversation.partnerId, conversation]))
  return matches
    .map((match) => ({ match, conversation: byPartner.get(match.id) ?? null }))
    .toSorted((a, b) => activity(b).localeCompare(activity(a)))
}

function activity({ match, conversation }: Row): string {
  return conversation?.lastMessage?.createdAt ?? match.matchedAt
}
