import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { personRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { Link } from 'react-router-dom'
import { useWaitingLikes } from '../../queries/pairs/waiting-likes.ts'
import { matchesQuery } from '../../queries/profiles.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { ProfilePhoto } from '../../ui/person/profile-photo.tsx'

/** Large pictures of the people who wait for an answer. In the widest windows the side panel has them. */
export function LikesSection() {
  useQuery(matchesQuery) // matches wait for no answer
  const likes = useWaitingLikes()
  return (
    <section aria-labelledby="likes" className="min-[1280px]:hidden">
      <h3 id="likes" className="mb-2 flex items-center gap-2 text-lg">
        {t`They like you`}
        {likes && likes.length > 0 && (
          <CountBadge count={likes.length} label={plural(likes.length, { one: '# like', other: '# likes' })} />
        )}
      </h3>
      {likes?.length === 0 ? (
        <p className="text-ink-2">{t`No new likes yet. They'll show up here.`}</p>
      ) : (
        <ul className="grid grid-cols-2 gap-2 landscape-phone:grid-cols-4">
          {!likes && <li aria-hidden className="aspect-4/5 animate-pulse rounded-card bg-surface-2" />}
          {likes?.map(({ id, payload: { userId, name, selfie } }) => (
            <li key={id} className="relative aspect-4/5 overflow-hidden rounded-card bg-surface-2">
              <div aria-hidden className="h-full">
                <ProfilePhoto path={selfie} name={name} sizes="14rem" />
              </div>
              <Link
                to={personRoute(userId)}
                className="absolute inset-0 flex items-end rounded-card bg-linear-to-t from-shade/90 to-50% p-3 text-white outline-offset-[-4px]"
              >
                <bdi className="truncate font-display text-lg font-bold">{plainNameOf(name) || t`Someone`}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
