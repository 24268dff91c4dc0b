import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { personRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { ChevronUp, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { cardHasReturned, useDeck } from '../../../queries/pairs/deck.ts'
import { useLikeChoice, withChoice } from '../../../queries/pairs/likes.ts'
import { likeAndDismiss, passOver } from '../../../queries/pairs/passes.ts'
import { ROUND_BUTTON } from '../../../ui/person/card-styles.ts'
import { LikeButton } from '../../../ui/person/like-button.tsx'
import { UndoButton } from '../undo-button.tsx'
import { reset, throwCard } from './card-motion.ts'
import { endCardTip } from './card-tip.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ReportButton } from './report-button.tsx'
import type { Swipe } from './swipe-rules.ts'
import { useCardKeys } from './use-card-keys.ts'
import { useSwipe } from './use-swipe.ts'

/** One person at a time: the card on top with its buttons, and the next card behind it. */
export function Deck({ profiles }: { profiles: PublicProfile[] }) {
  const { cards, returning } = useDeck(profiles)
  const [top] = cards
  return top ? (
    <TopOfDeck top={top} cards={cards} returningId={returning?.userId} returningFrom={returning?.undone} />
  ) : null
}

interface TopOfDeckProps {
  top: PublicProfile
  cards: PublicProfile[]
  returningId: number | undefined
  returningFrom: 'like' | 'pass' | undefined
}

function TopOfDeck({ top: cached, cards, returningId, returningFrom }: TopOfDeckProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const top = withChoice(cached, useLikeChoice(cached.id))
  const { id, age, selfie, hasLiked } = top
  const name = plainNameOf(top.name)
  const deck = useRef<HTMLElement>(null)
  const stack = useRef<HTMLDivElement>(null)
  const leaving = useRef(false)
  useSwipe(stack, decide)
  useCardKeys(deck)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next card, which has come to the front, is the first in the same frame
  useLayoutEffect(() => {
    for (const card of stack.current?.children ?? []) if (card instanceof HTMLElement) reset(card)
  }, [id])

  /** A press and a swipe are the same movement; further ones wait until the card is away. */
  function decide(swipe: Swipe, speed = 0): void {
    endCardTip(client)
    if (swipe === 'open') return void navigate(personRoute(id))
    const card = stack.current?.firstElementChild
    if (leaving.current || !(card instanceof HTMLElement)) return
    leaving.current = true
    const hadFocus = deck.current?.querySelector(':focus-visible') !== null
    const user = { id, name: top.name, selfie }
    const thrown = throwCard(card, swipe, speed)
    if (swipe === 'like') void likeAndDismiss(client, user, thrown)
    void thrown.then(() => {
      leaving.current = false
      if (swipe === 'pass') void passOver(client, user)
      if (hadFocus) requestAnimationFrame(() => focusTop(deck.current))
    })
  }

  return (
    <article
      ref={deck}
      aria-label={t`${name}, ${age}`}
      className="relative isolate mb-2.5 max-h-[46rem] min-h-64 w-full flex-1 rail-phone:min-h-56"
    >
      {/* not the article itself: Chromium takes the lowest height of a flex item for its container queries */}
      <div className="absolute inset-0 [container:card/size]">
        <div ref={stack} className="absolute inset-0 touch-pan-y select-none">
          {cards.map((profile, place) => (
            <ProfileCard
              key={profile.id}
              profile={profile}
              place={place}
              from={profile.id === returningId ? returningFrom : undefined}
              onReturned={() => cardHasReturned(client)}
            />
          ))}
        </div>
        {/* from left to right in every language, like swipes */}
        <div className="pointer-events-none absolute inset-x-0 bottom-0 z-10 flex items-center justify-center gap-5 p-4 text-white *:pointer-events-auto short-card:p-2.5 low-card:start-2/5 low-card:gap-2 rtl:flex-row-reverse">
          <UndoButton className="bg-white/20" />
          <button
            type="button"
            aria-label={t`Pass ${name}`}
            title={t`Pass ${name} (←)`}
            aria-keyshortcuts="ArrowLeft"
            data-action="pass"
            onClick={() => decide('pass')}
            className={clsx(ROUND_BUTTON, 'w-14 bg-white text-shade shadow-float')}
          >
            <X aria-hidden className="size-7" strokeWidth={2} />
          </button>
          <LikeButton name={name} hasLiked={hasLiked} hasKey onLike={() => decide('like')} />
          <Link
            to={personRoute(id)}
            aria-hidden // for the eye: the name is that link too
            tabIndex={-1}
            draggable={false}
            title={t`More about ${name}`}
            className={clsx(ROUND_BUTTON, 'w-11 bg-white/20')}
          >
            <ChevronUp className="size-6" strokeWidth={1.75} />
          </Link>
        </div>
        <ReportButton profile={top} />
      </div>
    </article>
  )
}

/** Moves a visible focus to the next person's name, which is then read. There a held key decides nothing. */
function focusTop(deck: HTMLElement | null): void {
  deck?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true })
}
