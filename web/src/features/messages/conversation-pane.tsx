import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { conversationsQuery } from '../../queries/chat/conversations.ts'
import { matchesQuery } from '../../queries/profiles.ts'
import { ConversationList } from './conversation-list.tsx'
import { useSeenUnread } from './use-seen-unread.ts'

interface ConversationPaneProps {
  /** Id of the partner whose chat is open. */
  openId: number | null
  /** The messages are open, where rows stay bold although they are read. */
  isVisit: boolean
}

/** Conversations beside each screen of a wide window; unlike the messages screen it marks nothing as read. */
export function ConversationPane({ openId, isVisit }: ConversationPaneProps) {
  const { data: matches } = useQuery(matchesQuery)
  const { data: conversations = [] } = useQuery(conversationsQuery)
  const wasUnread = useSeenUnread(conversations, isVisit)
  return (
    <aside aria-label={t`Conversations`} className="flex w-[350px] shrink-0 flex-col border-e border-line">
      <p className="box-content flex h-16 shrink-0 items-center border-b border-line bg-surface px-4 font-display text-xl font-bold">{t`Messages`}</p>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {matches && matches.length === 0 && <NoMatches />}
        {matches && matches.length > 0 && (
          <ConversationList
            matches={matches}
            conversations={conversations}
            wasUnread={wasUnread}
            openId={openId}
            isBeside
          />
        )}
      </div>
    </aside>
  )
}

/** Shows where the matches will be. */
function NoMatches() {
  return (
    <>
      <p className="px-4 pt-5 pb-2 text-ink-2">{t`Your matches show up here.`}</p>
      {[1, 2, 3].map((row) => (
        <div key={row} aria-hidden className="flex items-center gap-3 px-4 py-3">
          <span className="size-14 rounded-full border-2 border-dashed border-line" />
          <span className="flex flex-1 flex-col gap-2">
            <span className="h-3.5 w-1/3 rounded-full bg-surface-2" />
            <span className="h-3 w-2/3 rounded-full bg-surface-2" />
          </span>
        </div>
      ))}
    </>
  )
}
