import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chatRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { UserSummary } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { type CSSProperties, useEffect, useState } from 'react'
import { focusAtOnce } from '../../lib/input/focus-at-once.ts'
import { useFieldFocus } from '../../lib/input/use-field-focus.ts'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import { HAPTIC_TICK_MS, MATCH_COLLISION_MS, MATCH_DECORATION_DELAY_MS } from '../../lib/limits.ts'
import { closeMatch, holdMatches, shownMatch } from '../../lib/state/match-store.ts'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { offerRecovery } from '../../lib/state/recovery-offer.ts'
import { openersFor } from '../../lib/text/profile/openers.ts'
import { enqueueMessage } from '../../queries/chat/outbox.ts'
import { profileQuery } from '../../queries/profiles.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Bolt } from '../../ui/bolt.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { ProfilePhoto } from '../../ui/person/profile-photo.tsx'
import { FirstMessage } from './first-message.tsx'

const PHOTO = 'match-photo overflow-hidden rounded-3xl border-4 border-white bg-surface-2 shadow-float'

/** Opens once no field has the focus: typed keys would otherwise go to its buttons. */
export function MatchOverlay() {
  const match = useSessionStore(shownMatch)
  const isTyping = useFieldFocus()
  const [open, setOpen] = useState(match)
  if (open !== match && !(match && isTyping)) setOpen(match)
  return open && open === match && <Overlay key={match.id} match={match} />
}

function Overlay({ match }: { match: UserSummary }) {
  const client = useQueryClient()
  const user = useUser()
  const leaveTo = useLeaveLayers()
  const { data: profile, isLoading, failureCount } = useQuery(profileQuery(match.id))

  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([0, MATCH_COLLISION_MS, HAPTIC_TICK_MS])
  }, [])

  useEffect(() => offerRecovery(client), [client])

  const close = () => closeMatch(client)
  const openChat = () => holdMatches(client, () => leaveTo(chatRoute(match.id)))
  function send(text: string): void {
    enqueueMessage(client, match.id, text)
    void openChat()
  }

  return (
    <Modal
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="match-dialog inset-y-0 left-1/2 -translate-x-1/2 overflow-x-clip overflow-y-auto gradient-zing px-6 py-4 low-window:py-2 landscape-phone:px-[max(1.5rem,calc(50vw-20rem))] text-center text-white"
    >
      <Decorations />
      <div className="match-photos relative flex items-center justify-center px-2">
        <div className={clsx(PHOTO, '-rotate-6 animate-from-left')}>
          <ProfilePhoto path={user.selfie} name={user.name} isFirst sizes="10rem" />
        </div>
        <div className={clsx(PHOTO, '-ms-5 rotate-6 animate-from-right')}>
          <ProfilePhoto path={match.selfie} name={plainNameOf(match.name)} isFirst sizes="10rem" />
        </div>
        <span className="absolute grid size-16 animate-strike place-items-center rounded-full bg-white text-brand shadow-float">
          <Bolt className="size-9" />
        </span>
        <Burst />
      </div>
      <ModalTitle className="text-4xl low-window:text-3xl landscape-phone:text-2xl">{t`It's a Match!`}</ModalTitle>
      <ModalHint className="max-w-full text-balance text-lg low-window:text-base [overflow-wrap:anywhere]">
        <Trans>
          You and <bdi>{plainNameOf(match.name)}</bdi> have zinged each other.
        </Trans>
      </ModalHint>
      <FirstMessage
        chat={{ userId: user.id, partnerId: match.id }}
        name={plainNameOf(match.name)}
        openers={openersFor(match.name, profile, user.interests)}
        areOpenersKnown={!isLoading || failureCount > 0}
        onSend={send}
      />
      <Button ref={focusAtOnce} variant="light" wide onClick={openChat}>{t`Message Now`}</Button>
      <button
        type="button"
        onClick={close}
        className="min-h-11 px-4 font-semibold underline underline-offset-4"
      >{t`Keep Browsing`}</button>
    </Modal>
  )
}

const ANGLES = Array.from({ length: 10 }, (_, index) => index * 36)

/** Bolts that fly out from between the photos as they meet. */
function Burst() {
  return (
    <span aria-hidden className="pointer-events-none absolute grid size-4 place-items-center motion-reduce:hidden">
      {/* the type of styles does not know custom properties */}
      {ANGLES.map((angle) => (
        <span key={angle} className="absolute animate-burst" style={{ '--angle': `${angle}deg` } as CSSProperties}>
          <Bolt className={angle % 72 === 0 ? 'size-9' : 'size-6'} />
        </span>
      ))}
    </span>
  )
}

const PLACES = [
  'top-[8%] start-[12%]',
  'top-[14%] end-[14%]',
  'top-[38%] start-[5%]',
  'top-[34%] end-[6%]',
  'bottom-[30%] start-[14%]',
  'bottom-[10%] end-[10%]',
  'bottom-[5%] start-[8%]',
]

function Decorations() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), MATCH_DECORATION_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 -z-10 motion-reduce:hidden">
      {PLACES.map((place, index) => (
        <span
          key={place}
          className={`absolute ${place} animate-twinkle text-white/70`}
          style={{ animationDelay: `${index * 170}ms` }}
        >
          <Bolt className={index % 2 ? 'size-5' : 'size-8'} />
        </span>
      ))}
    </div>
  )
}
