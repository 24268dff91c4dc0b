import { useQuery } from '@tanstack/react-query'
import { conversationsQuery } from '../../queries/chat/conversations.ts'
import { matchesQuery } from '../../queries/profiles.ts'
import { ConversationList } from './conversation-list.tsx'

/** Conversations beside another screen; unlike the messages screen it marks nothing as read. */
export function ConversationPane() {
  const { data: matches = [] } = useQuery(matchesQuery)
  const { data: conversations = [] } = useQuery(conversationsQuery)
  if (matches.length === 0) return <p className="p-4 text-ink-2">Your matches appear here.</p>
  return <ConversationList matches={matches} conversations={conversations} isBeside />
}
