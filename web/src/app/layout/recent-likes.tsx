import { t } from '@lingui/core/macro'
import { personRoute } from '@zing/proto/client-routes'
import { Link } from 'react-router-dom'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import type { WaitingLike } from '../../queries/pairs/waiting-likes.ts'
import { Avatar } from '../../ui/person/avatar.tsx'
import { PersonName } from '../../ui/person/person-name.tsx'

const SHOWN_MAX = 6

/** The newest people who like the user and are no match yet; each leads to their page. */
export function RecentLikes({ likes }: { likes: WaitingLike[] }) {
  return (
    <section aria-labelledby="recent-likes" className="border-b border-line py-4">
      <h2 id="recent-likes" className="px-4 text-base">{t`They like you`}</h2>
      {likes.length === 0 && (
        <p className="px-4 pt-1 text-sm text-ink-2">{t`No new likes yet. They'll show up here.`}</p>
      )}
      <ul className="pt-1">
        {likes.slice(0, SHOWN_MAX).map(({ id, payload: { userId, name, selfie }, createdAt }) => (
          <li key={id}>
            <Link to={personRoute(userId)} className="flex min-h-14 items-center gap-3 px-4 py-1.5 hover:bg-surface">
              <Avatar name={name} photo={selfie} isDecorative className="size-11" />
              <span className="flex min-w-0 flex-1 items-center gap-1.5 font-semibold">
                <PersonName name={name || t`Someone`} className="truncate" />
              </span>
              <time dateTime={createdAt} title={exactTime(createdAt)} className="shrink-0 text-[13px] text-ink-2">
                {shortTime(createdAt)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
