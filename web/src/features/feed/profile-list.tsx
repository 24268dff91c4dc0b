import type { PublicProfile } from '@zing/proto/users'
import { useEffect, useRef } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { ProfileCard } from './profile-card.tsx'

interface ProfileListProps {
  profiles: PublicProfile[]
  hasMore: boolean
  onEnd: () => void
}

const AHEAD = '1200px' // about two cards before the end

/** Fetches the next page before the end is reached. */
export function ProfileList({ profiles, hasMore, onEnd }: ProfileListProps) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onEnd)
  load.current = onEnd

  useEffect(() => {
    if (!hasMore || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: AHEAD,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore])

  return (
    <div className="@container flex flex-col gap-5">
      {profiles.map((profile, index) => (
        <ProfileCard key={profile.id} profile={profile} isFirst={index === 0} />
      ))}
      {hasMore && (
        <div ref={end} className="grid h-16 place-items-center text-zing">
          <Spinner />
        </div>
      )}
    </div>
  )
}
