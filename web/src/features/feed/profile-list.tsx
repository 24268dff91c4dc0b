import { useQueryClient } from '@tanstack/react-query'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { useEffect, useRef } from 'react'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { scrollBehavior } from '../../lib/view/motion.ts'
import { observeNear } from '../../lib/view/observe-near.ts'
import { dismissed } from '../../queries/pairs/passes.ts'
import { returned } from '../../queries/pairs/undo.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ProfileCard } from './profile-card.tsx'
import { useCardKeys } from './use-card-keys.ts'
import { useRenderedCards } from './use-rendered-cards.ts'

interface ProfileListProps {
  profiles: PublicProfile[]
  isLiked?: boolean
  hasMore: boolean
  isFetching: boolean
  /** The next page could not be fetched. */
  hasFailed: boolean
  onEnd: () => void
}

/** Fetches the next page before the user reaches the end. Hides cards that the user has swiped away. */
export function ProfileList({ profiles, isLiked = false, hasMore, isFetching, hasFailed, onEnd }: ProfileListProps) {
  const client = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const gone = useSessionStore(dismissed)
  const load = useRef(onEnd)
  load.current = onEnd
  const isWaiting = hasMore && !isFetching && !hasFailed
  const shown = isLiked ? profiles : profiles.filter(({ id }) => !gone.has(id))
  const rendered = useRenderedCards(shown.length, list)
  const returnedId = useSessionStore(returned)
  useCardKeys(list)

  // After each rendering, because the card may come later.
  useEffect(() => {
    const card = returnedId !== null && list.current?.querySelector(`[data-card="${returnedId}"]`)
    if (!card) return
    card.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })
    returned(client).set(null)
  })

  // Observes again after every fetch: the end may still be near, or a refetch may have cancelled the next page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dismissed card brings the end nearer
  useEffect(() => {
    if (!isWaiting || !end.current) return
    return observeNear(end.current, () => load.current())
  }, [isWaiting, shown.length])

  return (
    <div ref={list} className="flex flex-col gap-2.5 [overflow-anchor:none]">
      {shown.map((profile, index) =>
        index < rendered ? (
          <ProfileCard key={profile.id} profile={profile} isFirst={index === 0} isLiked={isLiked} />
        ) : (
          <div key={profile.id} data-card={profile.id} className="card-height shrink-0" />
        ),
      )}
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
