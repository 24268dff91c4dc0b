import { useInfiniteQuery } from '@tanstack/react-query'
import { likedQuery } from '../../queries/profiles.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ProfileList } from './profile-list.tsx'

/** Users whom the signed-in user likes, and who have not liked back. */
export function LikedList() {
  const liked = useInfiniteQuery(likedQuery)
  if (liked.isPending)
    return (
      <output aria-label="Loading the people you like" className="grid min-h-40 place-items-center text-zing">
        <Spinner className="size-8" />
      </output>
    )
  if (liked.isLoadingError)
    return (
      <div className="flex flex-col items-center gap-3 rounded-card bg-surface-2 p-6 text-center">
        <p>{liked.error.message}</p>
        <Button onClick={() => liked.refetch()}>Try Again</Button>
      </div>
    )
  if (liked.data.length === 0)
    return (
      <p className="rounded-card bg-surface-2 p-6 text-center text-ink-2">
        No like is waiting. People you like are here until they like you back.
      </p>
    )
  return (
    <ProfileList
      profiles={liked.data}
      isLiked
      hasMore={liked.hasNextPage}
      isFetching={liked.isFetching}
      hasFailed={liked.isFetchNextPageError}
      onEnd={() => liked.fetchNextPage({ cancelRefetch: false })}
    />
  )
}
