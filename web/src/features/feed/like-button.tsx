import type { PublicProfile } from '@zing/proto/users'
import { clsx } from 'clsx'
import { useState } from 'react'
import { LIKE_PULSE_MS } from '../../lib/limits.ts'
import { showMatch } from '../../lib/match-store.ts'
import { useLikeUser } from '../../queries/profiles.ts'
import { Bolt } from '../../ui/bolt.tsx'

/** Sends a like once; a mutual like opens the match overlay. */
export function LikeButton({ profile, isSmall = false }: { profile: PublicProfile; isSmall?: boolean }) {
  const like = useLikeUser()
  const [isPulsing, setPulsing] = useState(false)
  const { id, name, selfie, hasLiked } = profile

  function sendLike(): void {
    setPulsing(true)
    setTimeout(() => setPulsing(false), LIKE_PULSE_MS)
    like.mutate(id, { onSuccess: ({ isMatch }) => isMatch && showMatch({ id, name, selfie }) })
  }

  return (
    <button
      type="button"
      aria-label={hasLiked ? `You've already liked ${name}` : `Like ${name}`}
      title={hasLiked ? "You've already liked this user" : `Zing ${name}`}
      disabled={hasLiked || like.isPending}
      onClick={sendLike}
      className={clsx(
        'grid place-items-center rounded-full border transition-transform active:scale-90',
        isSmall ? 'size-11' : 'absolute right-5 bottom-0 size-14 shadow-float',
        hasLiked ? 'border-transparent bg-zing text-on-zing' : 'border-line bg-surface text-zing',
        isPulsing && 'animate-pulse-once',
      )}
    >
      <Bolt className={isSmall ? 'size-5' : 'size-7'} isFilled={hasLiked} />
    </button>
  )
}
