import type { Conversation } from '@zing/proto/messages'
import type { Match } from '@zing/proto/profiles/users'

export interface Row {
  match: Match
  conversation: Conversation | null
}

/** Returns a row per match, sorted by the newest message or match. */
export function toRows(matches: Match[], conversations: Conversation[]): Row[] {
  const byPartner = new Map(conversations.map((conversation) => [conversation.partnerId, conversation]))
  return matches
    .map((match) => ({ match, conversation: byPartner.get(match.id) ?? null }))
    .toSorted((a, b) => activity(b).localeCompare(activity(a)))
}

function activity({ match, conversation }: Row): string {
  return conversation?.lastMessage?.createdAt ?? match.matchedAt
}
