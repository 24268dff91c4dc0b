import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { Match } from '@zing/proto/people'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import { conversationsQuery } from '../../queries/conversations.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { buttonStyle } from '../../ui/button.tsx'

/** Matches in a row above the feed: photo, name, age, the badge, and the way to the chat. */
export function MatchList({ matches }: { matches: Match[] }) {
  const { data: conversations = [] } = useQuery(conversationsQuery)
  const unreadOf = (id: number) => conversations.find(({ partnerId }) => partnerId === id)?.unread ?? 0
  return (
    <section aria-labelledby="matches">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="matches" className="flex items-center gap-2 text-xl">
          Your Matches
          <CountBadge count={matches.length} label="matches" />
        </h2>
        <Link to={clientRoutes.messages} className={buttonStyle({ variant: 'outline', size: 'sm' })}>
          Messages
        </Link>
      </div>
      <ul className="-mx-4 flex snap-x gap-3 overflow-x-auto px-4 pb-2">
        {matches.map((match) => (
          <MatchCard key={match.id} match={match} unread={unreadOf(match.id)} />
        ))}
      </ul>
    </section>
  )
}

function MatchCard({ match: { id, name, age, orientation, selfie }, unread }: { match: Match; unread: number }) {
  return (
    <li className="w-32 shrink-0 snap-start">
      <Link
        to={`/chat/${id}`}
        className="flex flex-col items-center gap-1 rounded-card border border-line bg-surface p-3 text-center"
      >
        <span className="relative">
          <span className="block rounded-full gradient-zing p-[3px]">
            <Avatar name={name} photo={selfie} isDecorative className="size-18 border-2 border-surface" />
          </span>
          {unread > 0 && (
            <span className="absolute top-0 right-0 size-4 rounded-full border-2 border-surface bg-zing" />
          )}
          {unread > 0 && <span className="sr-only">{unread} unread</span>}
        </span>
        <span className="w-full truncate font-display font-semibold">
          <span className="sr-only">Chat with </span>
          {name}, {age}
        </span>
        <span className="w-full truncate text-[13px] text-ink-2 capitalize">{orientation}</span>
        <span className="mt-0.5 inline-flex items-center gap-1 rounded-full bg-surface-2 px-2.5 py-1 text-[13px] font-semibold">
          <MessageCircle aria-hidden className="size-3.5" strokeWidth={2} />
          Match!
        </span>
      </Link>
    </li>
  )
}
