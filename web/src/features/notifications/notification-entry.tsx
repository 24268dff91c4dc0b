import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chatRoute, clientRoutes, personRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import { LIKE_BACK_CLOSE_MS } from '../../lib/limits.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { type UserNotification, useReadNotifications } from '../../queries/notifications.ts'
import { useLikeChoice } from '../../queries/pairs/likes.ts'
import { likeAndDismiss } from '../../queries/pairs/passes.ts'
import { matchesQuery } from '../../queries/profiles.ts'
import { Button } from '../../ui/button.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { PersonName } from '../../ui/person/person-name.tsx'

interface NotificationEntryProps {
  notification: UserNotification
  onClose: () => void
}

/**
 * Tapping the entry likes back first, if it is a like, and goes to the feed. The name and the photo lead to the user's
 * page; a match's photo leads to the chat.
 */
export function NotificationEntry({ notification, onClose }: NotificationEntryProps) {
  const { id, type, payload, createdAt } = notification
  const client = useQueryClient()
  const leaveTo = useLeaveLayers()
  const choice = useLikeChoice(payload.userId)
  const [hasLiked, setLiked] = useState(false)
  const { readOne } = useReadNotifications()
  const { data: matches = [] } = useQuery(matchesQuery)
  const name = payload.name || t`Someone`
  const isLiked = choice ?? (hasLiked || matches.some((match) => match.id === payload.userId))
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function likeBack(): Promise<void> {
    const isConfirmed = await likeAndDismiss(client, { id: payload.userId, name, selfie: payload.selfie })
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

  function leave(path: string): void {
    readOne.mutate(id)
    void leaveTo(path, onClose)
  }

  const page = personRoute(payload.userId)
  return (
    <li className="relative flex items-center gap-3 rounded-card border border-line bg-surface p-3">
      <LeavingLink to={type === 'MATCH' ? chatRoute(payload.userId) : page} isDecorative onLeave={leave}>
        <Avatar name={name} photo={payload.selfie} isDecorative />
      </LeavingLink>
      <div className="min-w-0 flex-1">
        <LeavingLink to={page} onLeave={leave}>
          <span className="flex items-center gap-1.5 font-semibold">
            <PersonName name={name} className="truncate" />
          </span>
        </LeavingLink>
        <button
          type="button"
          onClick={tap}
          // the whole entry is the button, below the photo, the name and "Like back"
          className="block w-full text-start after:absolute after:inset-0 after:rounded-card"
        >
          <span className="sr-only">{plainNameOf(name)}: </span>
          <span className="block text-sm">{type === 'MATCH' ? t`You have a new match!` : t`Liked your profile`}</span>
          <span className="block text-[13px] text-ink-2">
            {type === 'MATCH' && `${t`It's a match!`} · `}
            <time dateTime={createdAt} title={exactTime(createdAt)}>
              {shortTime(createdAt)}
            </time>
          </span>
        </button>
      </div>
      {type === 'LIKE' && (
        <Button
          variant={isLiked ? 'secondary' : 'default'}
          size="sm"
          disabled={isLiked}
          onClick={likeBack}
          className="relative"
        >
          {isLiked ? t`Liked back ✓` : t`Like back`}
        </Button>
      )}
    </li>
  )
}

interface LeavingLinkProps {
  to: string
  /** Another link beside it leads further. */
  isDecorative?: boolean
  onLeave: (path: string) => void
  children: ReactNode
}

/** Link out of the panel, whose history entry goes first. */
function LeavingLink({ to, isDecorative = false, onLeave, children }: LeavingLinkProps) {
  function onClick(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave(to)
  }

  return (
    <Link
      to={to}
      onClick={onClick}
      tabIndex={isDecorative ? -1 : undefined}
      aria-hidden={isDecorative}
      className="relative z-10 block min-w-0 shrink-0 rounded-full"
    >
      {children}
    </Link>
  )
}
