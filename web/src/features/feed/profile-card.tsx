import { IMAGE_MAX_PIXELS_PER_SIDE, SELFIE_MEDIUM_PIXELS } from '@zing/proto/limits'
import { selfieOfSize } from '@zing/proto/paths'
import type { PublicProfile } from '@zing/proto/users'
import { clsx } from 'clsx'
import { UserRound } from 'lucide-react'
import { memo } from 'react'
import { useLikeChoice, withChoice } from '../../queries/likes.ts'
import { Bolt } from '../../ui/bolt.tsx'
import { LikeButton } from './like-button.tsx'
import { ReportButton } from './report-button.tsx'

/** A longer name is set smaller, so that it leaves the face free. */
const LONG_NAME = 24

/**
 * Card of the feed; `isFirst` loads its photo eagerly. Memoised, because a refetched list is mostly the same: rendering all
 * cards took a slow phone 0.7 s.
 */
export const ProfileCard = memo(function ProfileCard({
  profile: cached,
  isFirst,
}: {
  profile: PublicProfile
  isFirst: boolean
}) {
  const profile = withChoice(cached, useLikeChoice(cached.id))
  const { name, age, orientation, selfie, likeCount } = profile
  return (
    <article
      aria-label={`${name}, ${age}`}
      // the height without padding that it has when rendered, so that the scroll position can be restored before
      className="relative pb-7 [contain-intrinsic-height:125cqw] [content-visibility:auto]"
    >
      <div className="relative aspect-4/5 overflow-hidden rounded-card bg-surface-2">
        {selfie ? (
          <img
            src={selfie}
            srcSet={`${selfieOfSize(selfie, 'medium')} ${SELFIE_MEDIUM_PIXELS}w, ${selfie} ${IMAGE_MAX_PIXELS_PER_SIDE}w`}
            sizes="min(100vw - 2rem, 26rem)"
            alt={name}
            width={864}
            height={1080}
            loading={isFirst ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : 'auto'}
            decoding="async"
            className="h-full w-full object-cover"
          />
        ) : (
          <div role="img" aria-label={name} className="grid h-full place-items-center text-ink-2">
            <UserRound aria-hidden className="size-1/3" strokeWidth={1} />
          </div>
        )}
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-[#24161d]/90 via-[#24161d]/60 to-transparent p-5 pt-20 text-white">
          <h3 className={clsx('[overflow-wrap:anywhere]', name.length > LONG_NAME ? 'text-xl' : 'text-3xl')}>
            <bdi>{name}</bdi>, {age}
          </h3>
          <p className="mt-1.5 flex items-center gap-2 pr-16 text-sm font-medium">
            <bdi className="truncate rounded-full bg-[#24161d]/55 px-3 py-1 capitalize">{orientation}</bdi>
            <span className="inline-flex shrink-0 items-center gap-0.5 rounded-full bg-[#24161d]/55 px-2.5 py-1 tabular-nums">
              <Bolt className="size-4" />
              {likeCount}
              <span className="sr-only">{likeCount === 1 ? 'like' : 'likes'}</span>
            </span>
          </p>
        </div>
      </div>
      <LikeButton profile={profile} />
      <ReportButton profile={profile} isOnPhoto />
    </article>
  )
})
