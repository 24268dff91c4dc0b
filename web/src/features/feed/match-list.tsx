import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chatRoute, clientRoutes, personRoute } from '@zing/proto/client-routes'
import type { Match } from '@zing/proto/profiles/users'
import { Link } from 'react-router-dom'
import { demoNameOf } from '../../lib/text/demo-name.ts'
import { conversationsQuery } from '../../queries/chat/conversations.ts'
import { chooseLike } from '../../queries/pairs/likes.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { LikeButton } from '../../ui/person/like-button.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'
import { ReportButton } from './report-button.tsx'

/** Row of circles: the photo leads to the chat, the name to the user's page. */
export function MatchList({ matches }: { matches: Match[] }) {
  const { isFirstAttemptOver } = useRealtime()
  const { data: conversations = [] } = useQuery({ ...conversationsQuery, enabled: isFirstAttemptOver })
  const unreadOf = (id: number) => conversations.find(({ partnerId }) => partnerId === id)?.unread ?? 0
  return (
    <section aria-labelledby="matches" className="shrink-0">
      <div className="flex h-8 items-center justify-between">
        <h2 id="matches" className="flex items-center gap-2 text-base rail-phone:gap-1 rail-phone:text-sm">
          Your Matches
          <CountBadge count={matches.length} label={matches.length === 1 ? 'match' : 'matches'} />
        </h2>
        <Link
          to={clientRoutes.messages}
          className="grid min-h-11 place-items-center rounded-full px-2 text-sm font-semibold text-zing rail-phone:hidden"
        >
          Messages
        </Link>
      </div>
      <ul className="-mx-3 flex snap-x scroll-px-3 gap-3 overflow-x-auto px-3 pt-0.5 rail-phone:mx-0 rail-phone:flex-col rail-phone:items-center rail-phone:px-0">
        {matches.map((match) => (
          <MatchCard key={match.id} match={match} unread={unreadOf(match.id)} />
        ))}
      </ul>
    </section>
  )
}

function MatchCard({ match, unread }: { match: Match; unread: number }) {
  const client = useQueryClient()
  const { id, age, orientation, selfie } = match
  const { name } = demoNameOf(match.name)
  return (
    <li className="w-19 shrink-0 snap-start">
      <article aria-label={`${name}, ${age}`} className="relative flex flex-col items-center text-center">
        <Link to={chatRoute(id)} className="relative block rounded-full gradient-zing p-[3px]">
          <span className="sr-only">Chat with {name}</span>
          <SharedElement kind="avatar" userId={id}>
            <Avatar name={name} photo={selfie} isDecorative className="size-[66px] border-2 border-bg" />
          </SharedElement>
          <span className="absolute -bottom-1 left-1/2 -translate-x-1/2 rounded-full bg-zing px-1.5 text-[13px] leading-4.5 font-bold text-on-zing">
            Match!
          </span>
          <CountBadge count={unread} label="unread" className="absolute top-0 right-0 ring-2 ring-bg" />
        </Link>
        <span className="absolute top-0 left-0">
          <LikeButton
            name={name}
            hasLiked={match.hasLiked}
            isSmall
            onLike={() => chooseLike(client, { id, name: match.name, selfie }, true)}
          />
        </span>
        <h3 className="w-full text-[13px] font-semibold">
          <Link to={personRoute(id)} tabIndex={-1} className="mt-1 flex min-h-6 items-center justify-center rounded-md">
            <bdi className="truncate">{name}</bdi>
            <span className="shrink-0">, {age}</span>
          </Link>
        </h3>
        <p className="sr-only">
          <bdi>{orientation}</bdi>
        </p>
        <ReportButton profile={match} isMatch />
      </article>
    </li>
  )
}
