import { t } from '@lingui/core/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommunity } from '../../lib/state/community.ts'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { recoveryOffer } from '../../lib/state/recovery-offer.ts'
import { useIsShowMeDue } from '../../queries/discovery.ts'
import { dismissed } from '../../queries/pairs/passes.ts'
import { feedQuery, matchesQuery } from '../../queries/profiles.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Deck } from './deck/deck.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { HiddenNotice } from './hidden-notice.tsx'
import { MatchList } from './match-list.tsx'
import { NextPage } from './next-page.tsx'
import { ShowMeCard } from './show-me-card.tsx'
import { useNextPage } from './use-next-page.ts'
import { useRefreshFeed } from './use-refresh-feed.ts'

// what the first look at the feed does not need
const LikedList = lazyComponent(async () => (await import('./liked-list.tsx')).LikedList)
const RecoveryNotice = lazyComponent(async () => (await import('./recovery-notice.tsx')).RecoveryNotice)
const FeedEnd = lazyComponent(async () => (await import('./feed-end.tsx')).FeedEnd)
const FeedHints = lazyComponent(async () => (await import('./feed-hints.tsx')).FeedHints)

const tabList = () =>
  [
    { value: 'new', label: t`New` },
    { value: 'liked', label: t`Liked` },
  ] as const
type Tab = ReturnType<typeof tabList>[number]['value']

export function FeedScreen() {
  const feed = useInfiniteQuery(feedQuery)
  const matches = useQuery(matchesQuery)
  const { name } = useCommunity()
  const gone = useSessionStore(dismissed)
  const isShowMeDue = useIsShowMeDue()
  const isRecoveryDue = useSessionStore(recoveryOffer) === 'due'
  const { isRefreshing, refresh } = useRefreshFeed()
  const [tab, setTab] = useState<Tab>('new')
  const profiles = (feed.data ?? []).filter(({ id }) => !gone.has(id))
  useNextPage(feed, profiles.length)

  // the question first: it would push the first card down
  if (feed.isPending || matches.isPending || isShowMeDue === null)
    return <FeedSkeleton label={t`Finding people near you...`} />
  if (feed.isLoadingError || matches.isLoadingError)
    // a failed refresh keeps the list
    return (
      <main>
        <LoadFailure title={t`Failed to load feed`} error={feed.error ?? matches.error} onRetry={refresh} />
      </main>
    )
  const hasMatches = matches.data.length > 0
  const question = isShowMeDue ? <ShowMeCard /> : isRecoveryDue && <RecoveryNotice />
  if (feed.data.length === 0 && !feed.hasNextPage && !hasMatches && tab === 'new')
    return (
      <main className="p-3">
        <HiddenNotice />
        <Suspense>{question}</Suspense>
        <EmptyState title={t`No users found`} hint={t`Invite your friends to join ${name}`} drawing="users">
          <Button onClick={refresh} disabled={isRefreshing}>{t`Refresh`}</Button>
          <Suspense>
            <FeedHints onLiked={() => setTab('liked')} />
          </Suspense>
        </EmptyState>
      </main>
    )

  return (
    <main className="flex flex-1 flex-col gap-0.5 px-3 pt-1 pb-3 rail-phone:flex-row">
      <div className="group/above contents empty:hidden rail-phone:beside-cards">
        <HiddenNotice />
        {hasMatches && <MatchList matches={matches.data} />}
        <Suspense>{question}</Suspense>
      </div>
      <section aria-labelledby="discover" className="-mx-3 flex min-w-0 flex-1 flex-col overflow-x-clip px-3">
        <Tabs
          label={t`Which people`}
          tabs={tabList()}
          value={tab}
          onChange={setTab}
          isSmall
          panelClassName="flex flex-1 flex-col"
          frame={(list) => (
            <div className="-me-2 flex h-11 shrink-0 items-center">
              <h2 id="discover" className="line-clamp-2 min-w-0 flex-1 text-[min(1rem,4.3vw)] leading-tight">
                {tab === 'liked' ? t`People you like` : t`Discover New People`}
              </h2>
              {list}
              <Link
                to={clientRoutes.discovery}
                aria-label={t`Who you see`}
                title={t`Who you see`}
                className="grid size-11 place-items-center rounded-full text-ink"
              >
                <SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.75} />
              </Link>
            </div>
          )}
        >
          <Suspense fallback={<Spinner className="m-auto size-8 text-zing" />}>
            {tab === 'liked' ? (
              <LikedList />
            ) : profiles.length > 0 ? (
              <Deck profiles={profiles} />
            ) : feed.hasNextPage ? (
              <NextPage list={feed} />
            ) : (
              <FeedEnd onLiked={() => setTab('liked')} />
            )}
          </Suspense>
        </Tabs>
      </section>
    </main>
  )
}
