import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { PRODUCT_NAME } from '@zing/proto/product'
import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { dismissed } from '../../queries/pairs/passes.ts'
import { matchesQuery, useFeed } from '../../queries/profiles.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FeedEnd } from './feed-end.tsx'
import { FeedHints } from './feed-hints.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { HiddenNotice } from './hidden-notice.tsx'
import { LikedList } from './liked-list.tsx'
import { MatchList } from './match-list.tsx'
import { ProfileList } from './profile-list.tsx'
import { ShowMeCard } from './show-me-card.tsx'
import { useRefreshFeed } from './use-refresh-feed.ts'

const TABS = [
  { value: 'new', label: 'New' },
  { value: 'liked', label: 'Liked' },
] as const
type Tab = (typeof TABS)[number]['value']

export function FeedScreen() {
  const feed = useFeed()
  const matches = useQuery(matchesQuery)
  const gone = useSessionStore(dismissed)
  const { isRefreshing, refresh } = useRefreshFeed()
  const [tab, setTab] = useState<Tab>('new')

  if (feed.isPending || matches.isPending) return <FeedSkeleton label="Finding people near you..." />
  if (feed.isLoadingError || matches.isLoadingError)
    // a failed refresh keeps the list
    return (
      <main>
        <EmptyState title="Failed to load feed" hint={(feed.error ?? matches.error)?.message ?? ''} drawing="lost">
          <Button onClick={refresh}>Try Again</Button>
        </EmptyState>
      </main>
    )
  const hasMatches = matches.data.length > 0
  if (feed.data.length === 0 && !feed.hasNextPage && !hasMatches && tab === 'new')
    return (
      <main className="p-3">
        <HiddenNotice />
        <ShowMeCard />
        <EmptyState title="No users found" hint={`Invite your friends to join ${PRODUCT_NAME}`} drawing="users">
          <Button onClick={refresh} disabled={isRefreshing}>
            Refresh
          </Button>
          <FeedHints onLiked={() => setTab('liked')} />
        </EmptyState>
      </main>
    )

  const isOver = !feed.hasNextPage && feed.data.every(({ id }) => gone.has(id))
  return (
    <main className={clsx('flex flex-col gap-0.5 px-3 pt-1 pb-3 rail-phone:flex-row', hasMatches && 'has-matches')}>
      <div className="contents empty:hidden rail-phone:beside-cards">
        <HiddenNotice />
        {hasMatches && <MatchList matches={matches.data} />}
        <ShowMeCard />
      </div>
      <section aria-labelledby="discover" className="-mx-3 min-w-0 flex-1 overflow-x-clip px-3">
        <Tabs
          label="Which people"
          tabs={TABS}
          value={tab}
          onChange={setTab}
          isSmall
          frame={(list) => (
            <div className={clsx('-mr-2 flex items-center', hasMatches ? 'h-10' : 'h-11')}>
              <h2 id="discover" className="min-w-0 flex-1 truncate text-[min(1rem,4.3vw)]">
                {tab === 'liked' ? 'People You Like' : 'Discover New People'}
              </h2>
              {list}
              <Link
                to={clientRoutes.discovery}
                aria-label="Who I want to see"
                title="Who I want to see"
                className="grid size-11 place-items-center rounded-full text-ink"
              >
                <SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.75} />
              </Link>
            </div>
          )}
        >
          {tab === 'liked' ? (
            <LikedList />
          ) : isOver ? (
            <FeedEnd onLiked={() => setTab('liked')} />
          ) : (
            <ProfileList
              profiles={feed.data}
              hasMore={feed.hasNextPage}
              isFetching={feed.isFetching}
              hasFailed={feed.isFetchNextPageError}
              onEnd={() => feed.fetchNextPage({ cancelRefetch: false })}
            />
          )}
        </Tabs>
      </section>
    </main>
  )
}
