import type { Conversation } from '@zing/proto/messages'
import type { Match } from '@zing/proto/profiles/users'
import { ConversationRow } from './conversation-row.tsx'
import { NewMatches } from './new-matches.tsx'
import { type Row, toRows } from './to-rows.ts'

interface ConversationListProps {
  matches: Match[]
  conversations: Conversation[]
  /** Ids of partners whose rows stay bold. */
  wasUnread?: ReadonlySet<number>
  /** Id of the partner whose chat is open beside the list. */
  openId?: number | null
  /** Beside another screen, which may show the same photos. */
  isBeside?: boolean
}

/** Matches without messages as circles, and below them the conversations. */
export function ConversationList({
  matches,
  conversations,
  wasUnread,
  openId = null,
  isBeside = false,
}: ConversationListProps) {
  const rows = toRows(matches, conversations)
  const hasMessages = ({ conversation }: Row) => Boolean(conversation?.lastMessage)
  const unwritten = rows.filter((row) => !hasMessages(row)).map(({ match }) => match)
  return (
    <>
      {unwritten.length > 0 && <NewMatches matches={unwritten} openId={openId} isBeside={isBeside} />}
      <h2 className="sr-only">Conversations</h2>
      {unwritten.length === rows.length && (
        <p className="px-4 py-6 text-center text-ink-2">Send a message to start chatting</p>
      )}
      <ul>
        {rows.filter(hasMessages).map((row) => (
          <ConversationRow
            key={row.match.id}
            {...row}
            wasUnread={wasUnread?.has(row.match.id) ?? false}
            isOpen={row.match.id === openId}
            isBeside={isBeside}
          />
        ))}
      </ul>
    </>
  )
}
