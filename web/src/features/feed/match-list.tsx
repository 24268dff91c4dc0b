import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { chatRoute, clientRoutes, personRoute } from '@zing/proto/client-routes'
import type { Match } from '@zing/proto/profiles/users'
import { Link } from 'react-router-dom'
import { orientationText } from '../../lib/text/choices.ts'
import { demoNameOf } from '../../lib/text/demo-name.ts'
import { conversationsQuery } from '../../queries/chat/conversations.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { VerifiedMark } from '../../ui/person/verified-badge.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'

/** Row of faces: the photo leads to the chat, the label to the user's page. */
export function MatchList({ matches }: { matches: Match[] }) {
  const { isFirstAttemptOver } = useRealtime()
  const { data: conversations = [] } = useQuery({ ...conversationsQuery, enabled: isFirstAttemptOver })
  const unreadOf = (id: number) => conversations.find(({ partnerId }) => partnerId === id)?.unread ?? 0
  return (
    <section aria-labelledby="matches" className="shrink-0">
      <div className="flex h-8 items-center justify-between">
        <h2 id="matches" className="flex items-center gap-2 text-base rail-phone:gap-1 rail-phone:text-sm">
          {t`Your Matches`}
          <CountBadge count={matches.length} label={plural(matches.length, { one: '# match', other: '# matches' })} />
        </h2>
        <Link
          to={clientRoutes.messages}
          className="grid min-h-11 place-items-center rounded-full px-2 text-sm font-semibold text-zing rail-phone:hidden"
        >{t`Messages`}</Link>
      </div>
      <ul className="-mx-3 flex snap-x scroll-px-3 gap-2 overflow-x-auto px-3 pt-0.5 [scrollbar-width:none] rail-phone:mx-0 rail-phone:flex-col rail-phone:items-center rail-phone:px-0">
        {matches.map((match) => (
          <MatchFace key={match.id} match={match} unread={unreadOf(match.id)} />
        ))}
      </ul>
    </section>
  )
}

/** One stop of the Tab key: the chat leads to the page, and to the report. */
function MatchFace({ match, unread }: { match: Match; unread: number }) {
  const { id, age, orientation, selfie } = match
  const { name } = demoNameOf(match.name)
  return (
    <li className="w-18 shrink-0 snap-start">
      <article aria-label={t`${name}, ${age}`} className="flex flex-col items-center text-center">
        <Link to={chatRoute(id)} className="relative block rounded-full gradient-zing p-[2.5px]">
          <span className="sr-only">{t`Chat with ${name}`}</span>
          <SharedElement kind="avatar" userId={id}>
            <Avatar name={name} photo={selfie} isDecorative className="size-15 border-2 border-bg" />
          </SharedElement>
          {unread > 0 && (
            <span className="absolute top-0 end-0 size-4 rounded-full border-[2.5px] border-bg bg-zing">
              <span className="sr-only">{t`${unread} unread`}</span>
            </span>
          )}
        </Link>
        <Link to={personRoute(id)} tabIndex={-1} className="mt-0.5 w-full rounded-md text-[13px] leading-4.5">
          <h3 className="truncate font-sans font-semibold">
            <bdi>{name}</bdi> {match.verified && <VerifiedMark />}
          </h3>
          <span className="text-ink-2">
            <span>{age}</span> · <span className="text-zing">{t`Match!`}</span>
          </span>
        </Link>
        {orientation && (
          <p className="sr-only">
            <bdi>{orientationText(orientation)}</bdi>
          </p>
        )}
        <button
          type="button"
          disabled
          aria-label={t`You've already liked ${name}`}
          title={t`You've already liked this user`}
          className="sr-only"
        />
      </article>
    </li>
  )
}
