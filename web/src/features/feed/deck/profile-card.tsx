import { t } from '@lingui/core/macro'
import { personRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { language } from '../../../lib/language/language.ts'
import { useStore } from '../../../lib/state/create-store.ts'
import { orientationText } from '../../../lib/text/choices.ts'
import { firstWords } from '../../../lib/text/profile/story.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { Bolt } from '../../../ui/bolt.tsx'
import { InterestChips } from '../../../ui/inputs/interest-chips.tsx'
import { CHIP_ON_PHOTO } from '../../../ui/person/card-styles.ts'
import { NameAndAge } from '../../../ui/person/person-name.tsx'
import { PlaceLine } from '../../../ui/person/place-line.tsx'
import { VerifiedBadge } from '../../../ui/person/verified-badge.tsx'
import { SharedElement } from '../../../ui/shared-element.tsx'
import { CardPhotos } from './card-photos.tsx'
import { CardTip, useHasCardTip } from './card-tip.tsx'

/** A longer name is set smaller, so that it leaves the face free. */
const LONG_NAME = 16
const CHIPS_MAX = 4

interface ProfileCardProps {
  profile: PublicProfile
  /** 0 is on top of the deck. The others cannot be reached yet. */
  place: number
  /** The undone decision from which the card comes back: from the right after a like. */
  from: 'like' | 'pass' | undefined
  onReturned: () => void
}

/** Card of the deck, without the buttons. Memoised, because a refetched list is mostly the same. */
export const ProfileCard = memo(
  function ProfileCard({ profile, place, from, onReturned }: ProfileCardProps) {
    useStore(language) // the texts of a memoised card change with it
    const navigate = useNavigate()
    useStore(language) // it is memoised
    const { interests: own = [] } = useUser()
    const { id, age, orientation } = profile
    const name = plainNameOf(profile.name)
    const words = firstWords(profile)
    const isTop = place === 0
    const hasTip = useHasCardTip() && isTop

    function onKeyDown({ key }: KeyboardEvent): void {
      if (key === 'ArrowUp') void navigate(personRoute(id))
    }

    return (
      <div
        data-card={id}
        inert={!isTop}
        aria-hidden={!isTop}
        style={{ zIndex: -place }}
        onAnimationEnd={from && onReturned}
        className={clsx(
          'absolute inset-0 data-swiping:will-change-transform',
          !isTop && 'card-behind',
          place > 1 && 'opacity-0!', // would show through the card before it
          from && (from === 'like' ? 'animate-back-from-right' : 'animate-back-from-left'),
        )}
      >
        <SharedElement kind="card" userId={id}>
          <div className="relative h-full overflow-hidden rounded-card bg-surface-2">
            {/* above the buttons, so that the face is above the words */}
            <div className="relative h-[calc(100%-5.5rem)] short-card:h-[calc(100%-3.5rem)] low-card:h-full low-card:w-2/5">
              <CardPhotos name={name} photos={profile.photos} isTop={isTop} />
            </div>
            <Stamps />
            <div className="pointer-events-none absolute inset-x-0 bottom-0 bg-[linear-gradient(to_top,var(--color-shade)_5.5rem,color-mix(in_srgb,var(--color-shade)_75%,transparent)_8rem,transparent)] p-4 pt-12 pb-26 text-white short-card:p-3 short-card:pt-8 short-card:pb-19 low-card:inset-y-0 low-card:start-2/5 low-card:grid low-card:content-center low-card:bg-shade">
              {hasTip && <CardTip hasMorePhotos={profile.photos.length > 1} />}
              <div className="pointer-events-auto relative mt-2 flex flex-col gap-2 short-card:gap-1.5">
                <h3
                  dir="auto"
                  className={clsx(
                    'text-ui-start [overflow-wrap:anywhere]',
                    name.length > LONG_NAME ? 'text-xl' : 'text-[2rem] leading-9 short-card:text-2xl',
                  )}
                >
                  <NameAndAge name={profile.name} age={age} />
                  {profile.verified && <VerifiedBadge />}
                </h3>
                <PlaceLine profile={profile} className="-mt-1 text-sm font-medium" />
                {words && (
                  <p
                    dir="auto"
                    className={clsx(
                      'line-clamp-2 text-ui-start [overflow-wrap:anywhere] short-card:text-sm short-card:leading-4.5',
                      hasTip && 'short-card:hidden low-card:block', // the face stays free
                    )}
                  >
                    {words}
                  </p>
                )}
                <ul
                  aria-label={t`About ${name}`}
                  className="flex h-7 flex-wrap gap-1.5 overflow-hidden text-sm font-medium short-card:hidden low-card:flex"
                >
                  {orientation && (
                    <li className={clsx(CHIP_ON_PHOTO, 'flex max-w-full rounded-full px-3 py-1')}>
                      <bdi className="truncate english-capitals">{orientationText(orientation)}</bdi>
                    </li>
                  )}
                  <InterestChips interests={profile.interests} own={own} isOnPhoto max={CHIPS_MAX} />
                </ul>
                <Link
                  to={personRoute(id)}
                  aria-label={t`More about ${name}`}
                  draggable={false}
                  onKeyDown={onKeyDown}
                  className="absolute -inset-1 rounded-2xl"
                />
              </div>
            </div>
          </div>
        </SharedElement>
      </div>
    )
  },
  (before, after) => before.profile === after.profile && before.place === after.place && before.from === after.from,
)

/** Show the meaning of a release, as strongly as the card is moved: a like burns, a pass is quiet. */
function Stamps() {
  return (
    <div
      aria-hidden
      data-stamps
      className="pointer-events-none absolute inset-0 *:in-data-swiping:will-change-[opacity]"
    >
      <span className="absolute inset-0 grid justify-items-center bg-[radial-gradient(circle_at_50%_32%,var(--color-hot),transparent_75%)] pt-[22%] opacity-(--swiped)">
        <span className="grid size-28 place-items-center rounded-full gradient-zing text-white shadow-float">
          <Bolt className="size-16" />
        </span>
      </span>
      <span className="absolute inset-0 grid justify-items-center bg-shade/40 pt-[24%] text-white opacity-[calc(var(--swiped)*-1)]">
        <X className="size-20" strokeWidth={1.5} />
      </span>
    </div>
  )
}
