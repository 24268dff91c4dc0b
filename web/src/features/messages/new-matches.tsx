import { t } from '@lingui/core/macro'
import { chatRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { Match } from '@zing/proto/profiles/users'
import { Link } from 'react-router-dom'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { onlineUsers } from '../../realtime/online-users.ts'
import { typing } from '../../realtime/typing.ts'
import { Avatar } from '../../ui/person/avatar.tsx'
import { OnlineDot } from '../../ui/person/online-dot.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'

interface NewMatchesProps {
  matches: Match[]
  /** Id of the partner whose chat is open beside the list. */
  openId: number | null
  isBeside: boolean
}

/** The matches without messages, as circles. */
export function NewMatches({ matches, openId, isBeside }: NewMatchesProps) {
  const online = useSessionStore(onlineUsers)
  const writers = useSessionStore(typing)
  return (
    <section>
      <h2 className="px-4 pt-3 text-sm font-semibold text-ink-2">{t`New matches`}</h2>
      <ul className="flex gap-2 overflow-x-auto px-3 py-2">
        {matches.map(({ id, name, selfie }) => (
          <li key={id}>
            <Link
              to={chatRoute(id)}
              aria-current={id === openId ? 'page' : undefined}
              className="flex w-20 flex-col items-center gap-1 rounded-card py-1 aria-[current=page]:bg-surface-2"
            >
              <span className="relative rounded-full gradient-zing p-0.5">
                <SharedElement kind="avatar" userId={id} isOff={isBeside}>
                  <Avatar name={name} photo={selfie} isDecorative className="size-17 border-2 border-bg" />
                </SharedElement>
                {writers.has(id) ? (
                  <span className="absolute inset-x-0 bottom-0 rounded-full bg-surface text-center text-[13px] font-semibold text-zing shadow-float">{t`typing...`}</span>
                ) : (
                  online.has(id) && <OnlineDot />
                )}
              </span>
              <bdi className="w-full truncate text-center text-sm">{plainNameOf(name)}</bdi>
              <span className="sr-only">
                {online.has(id) ? t`online. Send a message to start chatting` : t`Send a message to start chatting`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
