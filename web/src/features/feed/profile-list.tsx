import type { PublicProfile } from '@zing/proto/users'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ProfileCard } from './profile-card.tsx'

interface ProfileListProps {
  profiles: PublicProfile[]
  hasMore: boolean
  isFetching: boolean
  /** The next page could not be fetched. */
  hasFailed: boolean
  onEnd: () => void
}

const AHEAD = '1200px' // about two cards before the end

/** Fetches the next page before the end is reached. */
export function ProfileList({ profiles, hasMore, isFetching, hasFailed, onEnd }: ProfileListProps) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onEnd)
  load.current = onEnd
  const isWaiting = hasMore && !isFetching && !hasFailed

  // Observes anew after every fetch: the end may still be near, or a refetch may have cancelled the next page.
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: AHEAD,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting])

  return (
    <div className="@container flex flex-col gap-5">
      {profiles.map((profile, index) => (
        <ProfileCard key={profile.id} profile={profile} isFirst={index === 0} />
      ))}
      {hasMore && (
        <div ref={end} className="grid h-16 place-items-center text-zing">
          {hasFailed ? (
            <Button variant="outline" onClick={onEnd}>
              Try Again
            </Button>
          ) : (
            <Spinner />
          )}
        </div>
      )}
    </div>
  )
}
