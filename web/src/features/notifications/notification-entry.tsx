import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { useEffect, useRef, useState } from 'react'
import { LIKE_BACK_CLOSE_MS } from '../../lib/limits.ts'
import { exactTime, shortTime } from '../../lib/relative-time.ts'
import { useLeaveLayers } from '../../lib/use-leave-layers.ts'
import { chooseLike, useLikeChoice } from '../../queries/likes.ts'
import { type UserNotification, useReadNotifications } from '../../queries/notifications.ts'
import { matchesQuery } from '../../queries/profiles.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'

interface NotificationEntryProps {
  notification: UserNotification
  onClose: () => void
}

/** Tapping the entry goes to the feed and likes back first, if it is a like. */
export function NotificationEntry({ notification, onClose }: NotificationEntryProps) {
  const { id, type, payload, createdAt } = notification
  const client = useQueryClient()
  const leaveTo = useLeaveLayers()
  const choice = useLikeChoice(payload.userId)
  const [hasLiked, setLiked] = useState(false)
  const { readOne } = useReadNotifications()
  const { data: matches = [] } = useQuery(matchesQuery)
  const name = payload.name || 'Someone'
  const isLiked = choice ?? (hasLiked || matches.some((match) => match.id === payload.userId))
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function likeBack(): Promise<void> {
    const isConfirmed = await chooseLike(client, { id: payload.userId, name, selfie: payload.selfie }, true)
    if (!isConfirmed) return
    setLiked(true)
    readOne.mutate(id)
  }

  function tap(): void {
    if (type === 'LIKE' && !isLiked) void likeBack()
    else readOne.mutate(id)
    clearTimeout(timer.current)
    const goToFeed = () => void leaveTo(clientRoutes.feed, onClose) // a match that the like has made stays open
    if (type === 'LIKE') timer.current = window.setTimeout(goToFeed, LIKE_BACK_CLOSE_MS)
    else goToFeed()
  }

  return (
    <li className="flex items-center gap-3 rounded-card border border-line bg-surface p-3">
      <button type="button" onClick={tap} className="flex min-w-0 flex-1 items-center gap-3 rounded-xl text-left">
        <Avatar name={name} photo={payload.selfie} isDecorative />
        <span className="min-w-0">
          <span dir="auto" className="block truncate text-left font-semibold">
            {name}
          </span>
          <span className="block text-sm">{type === 'MATCH' ? 'You have a new match!' : 'Liked your profile'}</span>
          <span className="block text-[13px] text-ink-2">
            {type === 'MATCH' && "It's a match! · "}
            <time dateTime={createdAt} title={exactTime(createdAt)}>
              {shortTime(createdAt)}
            </time>
          </span>
        </span>
      </button>
      {type === 'LIKE' && (
        <Button variant={isLiked ? 'secondary' : 'default'} size="sm" disabled={isLiked} onClick={likeBack}>
          {isLiked ? 'Liked back ✓' : 'Like back'}
        </Button>
      )}
    </li>
  )
}
