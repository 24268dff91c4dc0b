import type { PublicProfile } from '@zing/proto/users'
import { useEffect, useRef } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { ProfileCard } from './profile-card.tsx'

interface ProfileListProps {
  people: PublicProfile[]
  hasMore: boolean
  onEnd: () => void
}

const AHEAD = '1200px' // about two cards before the end

/** The next page is fetched as the end comes near. */
export function ProfileList({ people, hasMore, onEnd }: ProfileListProps) {
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
    <div className="flex flex-col gap-5">
      {people.map((person, index) => (
        <ProfileCard key={person.id} person={person} isFirst={index === 0} />
      ))}
      {hasMore && (
        <div ref={end} className="grid h-16 place-items-center text-zing">
          <Spinner />
        </div>
      )}
    </div>
  )
}
