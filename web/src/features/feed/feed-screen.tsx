import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PRODUCT_NAME } from '@zing/proto/product'
import { feedQuery, matchesQuery } from '../../queries/profiles.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { MatchList } from './match-list.tsx'
import { ProfileList } from './profile-list.tsx'
import { useRefreshFeed } from './use-refresh-feed.ts'

export function FeedScreen() {
  const feed = useInfiniteQuery(feedQuery)
  const matches = useQuery(matchesQuery)
  const { isRefreshing, refresh } = useRefreshFeed()

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
  if (feed.data.length + matches.data.length === 0)
    return (
      <main>
        <EmptyState title="No users found" hint={`Invite your friends to join ${PRODUCT_NAME}`} drawing="users">
          <Button onClick={refresh} disabled={isRefreshing}>
            Refresh
          </Button>
        </EmptyState>
      </main>
    )

  return (
    <main className="flex flex-col gap-6 p-4">
      {matches.data.length > 0 && <MatchList matches={matches.data} />}
      <section aria-labelledby="discover">
        <h2 id="discover" className="mb-3 text-xl">
          Discover New People
        </h2>
        {feed.data.length > 0 ? (
          <ProfileList
            profiles={feed.data}
            hasMore={feed.hasNextPage}
            isFetching={feed.isFetching}
            hasFailed={feed.isFetchNextPageError}
            onEnd={() => feed.fetchNextPage({ cancelRefetch: false })}
          />
        ) : (
          <p className="rounded-card bg-surface-2 p-6 text-center text-ink-2">
            You have seen everyone. New people appear here.
          </p>
        )}
      </section>
    </main>
  )
}
