import { chatRoute } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useStore } from '../../lib/create-store.ts'
import { MATCH_DECORATION_DELAY_MS } from '../../lib/limits.ts'
import { closeMatch, shownMatch } from '../../lib/match-store.ts'
import { useLeaveLayers } from '../../lib/use-leave-layers.ts'
import { useUser } from '../../queries/user-context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Bolt } from '../../ui/bolt.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/modal.tsx'

/** Two of them fit beside each other at 320 px. */
const PHOTO = 'size-[min(9rem,40vw)] border-4 border-white'

export function MatchOverlay() {
  const match = useStore(shownMatch)
  const user = useUser()
  const leaveTo = useLeaveLayers()

  if (!match) return null
  return (
    <Modal
      onClose={closeMatch}
      onClick={(event) => event.target === event.currentTarget && closeMatch()}
      className="inset-y-0 left-1/2 flex w-full max-w-md -translate-x-1/2 flex-col items-center justify-center gap-6 overflow-y-auto gradient-zing px-8 text-center text-white"
    >
      <Decorations />
      <Bolt className="size-16 animate-strike" />
      <ModalTitle className="text-5xl">It's a Match!</ModalTitle>
      <ModalHint className="max-w-full text-lg [overflow-wrap:anywhere]">
        You and <bdi>{match.name}</bdi> have zinged each other.
      </ModalHint>
      <div className="my-4 flex items-center justify-center">
        <Avatar name={user.name} photo={user.selfie} className={clsx(PHOTO, 'animate-from-left')} />
        <Avatar name={match.name} photo={match.selfie} className={clsx(PHOTO, '-ml-6 animate-from-right')} />
      </div>
      <Button variant="light" size="lg" wide onClick={() => leaveTo(chatRoute(match.id))}>
        Message Now
      </Button>
      <button type="button" onClick={closeMatch} className="min-h-11 px-4 font-semibold underline underline-offset-4">
        Keep Browsing
      </button>
    </Modal>
  )
}

const PLACES = [
  'top-[8%] left-[12%]',
  'top-[14%] right-[14%]',
  'top-[38%] left-[5%]',
  'top-[34%] right-[6%]',
  'bottom-[30%] left-[14%]',
  'bottom-[10%] right-[10%]',
  'bottom-[6%] left-[30%]',
]

function Decorations() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), MATCH_DECORATION_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 motion-reduce:hidden">
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
