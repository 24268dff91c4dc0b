import { useQueryClient } from '@tanstack/react-query'
import { personRoute } from '@zing/proto/client-routes'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, memo, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { plainNameOf } from '../../lib/text/demo-name.ts'
import { firstWords, photosOf } from '../../lib/text/story.ts'
import { scrollBehavior } from '../../lib/view/motion.ts'
import { chooseLike, useLikeChoice, withChoice } from '../../queries/pairs/likes.ts'
import { likeAndDismiss, passOver } from '../../queries/pairs/passes.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Bolt } from '../../ui/bolt.tsx'
import { InterestChips } from '../../ui/inputs/interest-chips.tsx'
import { CHIP_ON_PHOTO, ROUND_BUTTON } from '../../ui/person/card-styles.ts'
import { LikeButton } from '../../ui/person/like-button.tsx'
import { NameAndAge } from '../../ui/person/person-name.tsx'
import { ProfilePhoto } from '../../ui/person/profile-photo.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'
import { ReportButton } from './report-button.tsx'
import type { Swipe } from './swipe-rules.ts'
import { UndoButton } from './undo-button.tsx'
import { useSwipe } from './use-swipe.ts'

/** A longer name is set smaller, so that it leaves the face free. */
const LONG_NAME = 16
const CHIPS_MAX = 4

interface ProfileCardProps {
  profile: PublicProfile
  /** Below the headings of the screen, which take a part of its height; loads its photo eagerly. */
  isFirst: boolean
  /** True in the list of liked users, where there is nothing to pass. */
  isLiked?: boolean
}

/**
 * Card that fills the screen. Memoised, because a refetched list is mostly the same: rendering all cards took a slow phone
 * 0.7 s.
 */
export const ProfileCard = memo(function ProfileCard({ profile: cached, isFirst, isLiked = false }: ProfileCardProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { interests: own = [] } = useUser()
  const profile = withChoice(cached, useLikeChoice(cached.id))
  const { id, age, orientation, selfie, hasLiked } = profile
  const name = plainNameOf(profile.name)
  const words = firstWords(profile)
  const card = useRef<HTMLElement>(null)
  const canDecide = !isLiked && !hasLiked
  const throwCard = useSwipe(card, decide, canDecide)

  function decide(swipe: Swipe): void {
    const user = { id, name: profile.name, selfie }
    if (swipe !== 'open') keepFocus()
    if (swipe === 'open') void navigate(personRoute(id))
    else if (swipe === 'like') void likeAndDismiss(client, user)
    else void passOver(client, user)
  }

  /** Moves a visible focus to the next card when this card leaves or its buttons are disabled. */
  function keepFocus(): void {
    if (card.current?.querySelector(':focus-visible'))
      card.current.nextElementSibling?.querySelector('a')?.focus({ preventScroll: true })
  }

  function showNext(): void {
    card.current?.nextElementSibling?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowUp') decide('open')
  }

  const pass = () => throwCard('pass').then(() => decide('pass'))
  return (
    <article
      ref={card}
      aria-label={`${name}, ${age}`}
      data-card={id}
      className={clsx(
        'relative shrink-0 touch-pan-y data-swiping:will-change-transform select-none [container:card/size] [content-visibility:auto]',
        isFirst ? 'card-height-first scroll-mt-80' : 'card-height scroll-mt-2',
      )}
    >
      <SharedElement kind="card" userId={id}>
        <div className="relative h-full overflow-hidden rounded-card bg-surface-2">
          {/* above the buttons, so that the face is above the words */}
          <div className="h-[calc(100%-5.5rem)] short-card:h-[calc(100%-3.5rem)] low-card:h-full low-card:w-2/5">
            <ProfilePhoto path={photosOf(profile)[0] ?? null} name={name} isFirst={isFirst} />
          </div>
          <Link
            to={personRoute(id)}
            aria-label={`Open the page of ${name}`}
            draggable={false}
            onKeyDown={onKeyDown}
            className="absolute inset-0 rounded-card outline-offset-[-4px]"
          />
          <Stamps />
          <div className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col gap-2 bg-[linear-gradient(to_top,var(--color-shade)_5.5rem,color-mix(in_srgb,var(--color-shade)_75%,transparent)_8rem,transparent)] p-4 pt-12 text-white short-card:gap-1.5 short-card:p-3 short-card:pt-8 low-card:top-0 low-card:left-2/5 low-card:justify-center low-card:bg-shade">
            <h3
              dir="auto"
              className={clsx(
                'text-left [overflow-wrap:anywhere]',
                name.length > LONG_NAME ? 'text-xl' : 'text-[2rem] leading-9 short-card:text-2xl',
              )}
            >
              <NameAndAge name={profile.name} age={age} />
            </h3>
            {words && (
              <p
                dir="auto"
                className="line-clamp-2 text-left [overflow-wrap:anywhere] short-card:text-sm short-card:leading-4.5"
              >
                {words}
              </p>
            )}
            <ul
              aria-label={`About ${name}`}
              className="flex h-7 flex-wrap gap-1.5 overflow-hidden text-sm font-medium short-card:hidden low-card:flex"
            >
              <li className={clsx(CHIP_ON_PHOTO, 'flex max-w-full rounded-full px-3 py-1')}>
                <bdi className="truncate capitalize">{orientation}</bdi>
              </li>
              <LikeCount count={profile.likeCount} />
              <InterestChips interests={profile.interests} own={own} isOnPhoto max={CHIPS_MAX} />
            </ul>
            <div className="pointer-events-auto flex items-center justify-center gap-5 pt-1 low-card:gap-2">
              {!isLiked && (
                <>
                  <UndoButton className="bg-white/20" />
                  <button
                    type="button"
                    aria-label={`Pass ${name}`}
                    title={`Pass ${name} (←)`}
                    aria-keyshortcuts="ArrowLeft"
                    data-action="pass"
                    disabled={!canDecide}
                    onClick={pass}
                    className={clsx(ROUND_BUTTON, 'w-14 bg-white text-shade shadow-float disabled:opacity-50')}
                  >
                    <X aria-hidden className="size-7" strokeWidth={2} />
                  </button>
                </>
              )}
              <LikeButton
                name={name}
                hasLiked={hasLiked}
                hasKey
                onLike={() => {
                  keepFocus()
                  return chooseLike(client, { id, name: profile.name, selfie }, true)
                }}
                onStruck={showNext}
              />
              {!isLiked && (
                // for the eye only: the whole card is that link
                <Link
                  to={personRoute(id)}
                  aria-hidden
                  tabIndex={-1}
                  draggable={false}
                  className={clsx(ROUND_BUTTON, 'w-11 bg-white/20')}
                >
                  <ChevronUp className="size-6" strokeWidth={1.75} />
                </Link>
              )}
            </div>
          </div>
        </div>
      </SharedElement>
      <ReportButton profile={profile} isOnPhoto />
    </article>
  )
})

function LikeCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <li
      className={clsx(CHIP_ON_PHOTO, 'inline-flex shrink-0 items-center gap-0.5 rounded-full px-2.5 py-1 tabular-nums')}
    >
      <Bolt className="size-4" />
      {count}
      <span className="sr-only">{count === 1 ? 'like' : 'likes'}</span>
    </li>
  )
}

/** Show the meaning of a release, as strongly as the card is moved. */
function Stamps() {
  const stamp =
    'pointer-events-none absolute top-8 rounded-full bg-shade/70 p-4 text-white in-data-swiping:will-change-[opacity]'
  return (
    <div aria-hidden data-stamps>
      <span className={clsx(stamp, 'left-6 opacity-(--swiped)')}>
        <Bolt className="size-10" />
      </span>
      <span className={clsx(stamp, 'right-6 opacity-[calc(var(--swiped)*-1)]')}>
        <X className="size-10" strokeWidth={2} />
      </span>
    </div>
  )
}
