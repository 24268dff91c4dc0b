import { useQuery } from '@tanstack/react-query'
import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import type { Match } from '@zing/proto/users'
import { clsx } from 'clsx'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import { conversationsQuery } from '../../queries/conversations.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { buttonStyle } from '../../ui/button.tsx'
import { LikeButton } from './like-button.tsx'
import { ReportButton } from './report-button.tsx'

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
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2">
        {matches.map((match) => (
          <MatchCard key={match.id} match={match} unread={unreadOf(match.id)} />
        ))}
      </ul>
    </section>
  )
}

function MatchCard({ match, unread }: { match: Match; unread: number }) {
  const { id, name, age, orientation, selfie } = match
  return (
    <li className="w-40 shrink-0 snap-start">
      <article
        aria-label={`${name}, ${age}`}
        className="relative flex flex-col items-center gap-1 rounded-card border border-line bg-surface p-3 text-center"
      >
        <span className="relative">
          <span className="block rounded-full gradient-zing p-[3px]">
            <Avatar name={name} photo={selfie} className="size-20 border-2 border-surface" />
          </span>
          <span className="absolute -bottom-1.5 left-1/2 -translate-x-1/2 rounded-full bg-zing px-2 py-0.5 text-[13px] leading-tight font-bold text-on-zing">
            Match!
          </span>
        </span>
        <h3 className="mt-1.5 flex max-w-full text-base">
          <bdi className="truncate">{name}</bdi>
          <span className="shrink-0">, {age}</span>
        </h3>
        <p dir="auto" className="w-full truncate text-[13px] text-ink-2 capitalize">
          {orientation}
        </p>
        <div className="mt-1 flex items-center gap-2">
          <LikeButton profile={match} isSmall />
          <Link to={chatRoute(id)} className={clsx(buttonStyle({ variant: 'secondary', size: 'icon' }), 'relative')}>
            <span className="sr-only">Chat with {name}</span>
            <MessageCircle aria-hidden className="size-5" strokeWidth={1.75} />
            <CountBadge count={unread} label="unread" className="absolute -top-1 -right-1" />
          </Link>
        </div>
        <ReportButton profile={match} isMatch />
      </article>
    </li>
  )
}
