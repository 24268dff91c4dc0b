import { t } from '@lingui/core/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { Message } from '@zing/proto/messages'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { ApiError } from '../../lib/http/call.ts'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { openersFor } from '../../lib/text/profile/openers.ts'
import { blockedBy, blocksQuery } from '../../queries/chat/blocks.ts'
import { messagesQuery } from '../../queries/chat/messages.ts'
import { outbox } from '../../queries/chat/outbox-messages.ts'
import { useProfile } from '../../queries/profiles.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { typing } from '../../realtime/typing.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { hasBothWritten, toEntries } from './messages/to-entries.ts'
import { useChatSearch } from './search/use-chat-search.ts'
import { useLoadOlder } from './use-load-older.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useReadMatch } from './use-read-match.ts'

const SearchBar = lazyComponent(async () => (await import('./search/search-bar.tsx')).SearchBar)
const SearchResults = lazyComponent(async () => (await import('./search/search-bar.tsx')).SearchResults)

const NOT_FOUND = [400, 403, 404]

/** One conversation; a user without a match is shown as not found. `besideId` is the partner on a path that names none. */
export function ChatScreen({ besideId }: { besideId?: number }) {
  const { id } = useParams()
  const partnerId = besideId ?? Number(id)
  const user = useUser()
  const pending = useSessionStore(outbox).filter((message) => message.partnerId === partnerId)
  const isTyping = useSessionStore(typing).has(partnerId)
  const { data: blocks = [] } = useQuery(blocksQuery)
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [hasNews, setNews] = useState(false)
  const isBlockedBy = useSessionStore(blockedBy).has(partnerId)
  const isBlocked = blocks.includes(partnerId) || isBlockedBy
  const partner = useProfile(partnerId, { enabled: !isBlocked })
  const messages = useInfiniteQuery({ ...messagesQuery(partnerId), enabled: !isBlocked })
  useMarkRead(partnerId, isBlocked ? [] : (messages.data ?? []), hasNews)
  useReadMatch(partnerId)
  const loadOlder = useLoadOlder(partnerId, messages.fetchNextPage)
  const { search, open: openSearch } = useChatSearch({
    partnerId,
    messages: messages.data ?? [],
    hasOlder: messages.hasNextPage,
    loadOlder,
  })

  if (isBlocked) return <BlockedUser />
  const failure = partner.error ?? messages.error
  if (failure instanceof ApiError && NOT_FOUND.includes(failure.status))
    return <NotFound isKnown={Boolean(partner.data)} />
  if (partner.data && messages.isPending)
    return (
      <>
        <ChatHeader partner={partner.data} />
        <ScreenSpinner label={t`Loading messages`} />
      </>
    )
  if (partner.isPending || messages.isPending) return <ScreenSpinner label={t`Loading messages`} isPage />
  if (partner.isLoadingError || messages.isLoadingError)
    return (
      <main className="flex-1">
        <LoadFailure
          title={t`Failed to load messages`}
          error={failure}
          onRetry={() => Promise.all([partner.refetch(), messages.refetch()])}
          isPage
        />
      </main>
    )

  const entries = toEntries(messages.data, pending, user.id)
  const name = plainNameOf(partner.data.name)
  return (
    <>
      <ChatHeader partner={partner.data} {...(messages.data.length > 0 && { onSearch: openSearch })}>
        {search && (
          <Suspense fallback={<div className="h-16" />}>
            <SearchBar search={search} partnerName={name} />
          </Suspense>
        )}
      </ChatHeader>
      <main className="flex min-h-0 flex-1 flex-col">
        <MessageList
          key={`messages-${partnerId}`}
          entries={entries}
          partner={partner.data}
          isTyping={isTyping}
          hasOlder={messages.hasNextPage}
          isLoadingOlder={messages.isFetchingNextPage}
          onOlder={loadOlder}
          onReply={setReplyTo}
          hasNews={hasNews}
          onNews={setNews}
          found={search?.found ?? []}
          shownId={search?.found[search.place]?.id ?? null}
        />
        {search ? (
          <Suspense>
            <SearchResults search={search} />
          </Suspense>
        ) : (
          <Composer
            key={partnerId}
            partnerId={partnerId}
            partnerName={name}
            openers={entries.length === 0 ? openersFor(partner.data.name, partner.data, user.interests) : []}
            hasBoth={hasBothWritten(entries)}
            replyTo={replyTo && isWith(partnerId, replyTo) ? replyTo : null}
            onReplyEnd={() => setReplyTo(null)}
          />
        )}
      </main>
    </>
  )
}

function isWith(partnerId: number, { senderId, receiverId }: Message): boolean {
  return senderId === partnerId || receiverId === partnerId
}

function BlockedUser() {
  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState title={t`Blocked User`} hint={t`You can't send messages to this user anymore.`} drawing="chat" isPage>
        <BackToMessages />
      </EmptyState>
    </main>
  )
}

/** `isKnown`: there is such a user, who is no match. */
function NotFound({ isKnown }: { isKnown: boolean }) {
  const hint = isKnown
    ? t`You're not a match, or not anymore. Your past matches are in Account.`
    : t`This chat isn't available.`
  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState title={t`User not found`} hint={hint} drawing="lost" isPage>
        <BackToMessages />
      </EmptyState>
    </main>
  )
}

function BackToMessages() {
  return <Link to={clientRoutes.messages} className={buttonStyle()}>{t`Back to Messages`}</Link>
}
