import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { Notification } from '@zing/proto/users'
import { useNavigate } from 'react-router-dom'
import { LIKE_BACK_CLOSE_MS } from '../../lib/limits.ts'
import { showMatch } from '../../lib/match-store.ts'
import { exactTime, shortTime } from '../../lib/relative-time.ts'
import { useReadNotifications } from '../../queries/notifications.ts'
import { matchesQuery, useLikeUser } from '../../queries/profiles.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'

/** Tapping the entry goes to the feed and likes back first, if it is a like. */
export function NotificationEntry({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const { id, type, payload, createdAt } = notification
  const navigate = useNavigate()
  const like = useLikeUser()
  const { readOne } = useReadNotifications()
  const { data: matches = [] } = useQuery(matchesQuery)
  const name = payload.name || 'Someone'
  const isLiked = like.isSuccess || matches.some((match) => match.id === payload.userId)

  function likeBack(): void {
    readOne.mutate(id)
    like.mutate(payload.userId, {
      onSuccess: ({ isMatch }) => isMatch && showMatch({ id: payload.userId, name, selfie: payload.selfie }),
    })
  }

  function goToFeed(): void {
    onClose()
    void navigate(clientRoutes.feed)
  }

  function tap(): void {
    if (type === 'LIKE' && !isLiked) likeBack()
    else readOne.mutate(id)
    if (type === 'LIKE') setTimeout(goToFeed, LIKE_BACK_CLOSE_MS)
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
        <Button
          variant={isLiked ? 'secondary' : 'default'}
          size="sm"
          disabled={isLiked || like.isPending}
          onClick={likeBack}
        >
          {isLiked ? 'Liked back ✓' : 'Like back'}
        </Button>
      )}
    </li>
  )
}
