import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { personRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { Link } from 'react-router-dom'
import { likedQuery } from '../../queries/profiles.ts'
import { Bolt } from '../../ui/bolt.tsx'
import { Button } from '../../ui/button.tsx'
import { NameAndAge } from '../../ui/person/person-name.tsx'
import { ProfilePhoto } from '../../ui/person/profile-photo.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { NextPage } from './next-page.tsx'

/** Users whom the signed-in user likes, and who have not liked back. */
export function LikedList() {
  const liked = useInfiniteQuery(likedQuery)
  if (liked.isPending)
    return (
      <output aria-label={t`Loading the people you like`} className="grid min-h-40 place-items-center text-zing">
        <Spinner className="size-8" />
      </output>
    )
  if (liked.isLoadingError)
    return (
      <div className="flex flex-col items-center gap-3 rounded-card bg-surface-2 p-6 text-center">
        <p>{liked.error.message}</p>
        <Button onClick={() => liked.refetch()}>{t`Try Again`}</Button>
      </div>
    )
  if (liked.data.length === 0)
    return (
      <p className="rounded-card bg-surface-2 p-6 text-center text-ink-2">{t`Nobody here yet. People you like wait here until they like you back.`}</p>
    )
  return (
    <>
      <div className="grid grid-cols-2 gap-2 [overflow-anchor:none]">
        {liked.data.map((profile, index) => (
          <LikedTile key={profile.id} profile={profile} isFirst={index < 4} />
        ))}
      </div>
      <NextPage list={liked} />
    </>
  )
}

function LikedTile({ profile, isFirst }: { profile: PublicProfile; isFirst: boolean }) {
  const { id, age, selfie } = profile
  const name = plainNameOf(profile.name)
  return (
    <article aria-label={t`${name}, ${age}`} className="relative aspect-4/5 [content-visibility:auto]">
      <SharedElement kind="card" userId={id}>
        <div className="relative h-full overflow-hidden rounded-card bg-surface-2">
          <ProfilePhoto path={selfie} name={name} isFirst={isFirst} sizes="14rem" />
          <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-shade/90 to-transparent p-3 pt-10 pe-13 text-white">
            <h3 dir="auto" className="truncate text-ui-start text-lg">
              <NameAndAge name={profile.name} age={age} />
            </h3>
          </div>
        </div>
      </SharedElement>
      <Link
        to={personRoute(id)}
        aria-label={t`More about ${name}`}
        className="absolute inset-0 rounded-card outline-offset-[-4px]"
      />
      <button
        type="button"
        disabled
        aria-label={t`You've already liked ${name}`}
        title={t`You've already liked this user`}
        className="absolute end-2 bottom-2 grid size-9 place-items-center rounded-full bg-white text-brand"
      >
        <Bolt className="size-5" />
      </button>
    </article>
  )
}
