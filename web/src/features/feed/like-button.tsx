import { useQueryClient } from '@tanstack/react-query'
import type { PublicProfile } from '@zing/proto/users'
import { clsx } from 'clsx'
import { useState } from 'react'
import { LIKE_PULSE_MS } from '../../lib/limits.ts'
import { chooseLike } from '../../queries/likes.ts'
import { Bolt } from '../../ui/bolt.tsx'

/** Likes at once; the bolt is filled, and the button quiet, from then on. */
export function LikeButton({ profile, isSmall = false }: { profile: PublicProfile; isSmall?: boolean }) {
  const client = useQueryClient()
  const [isPulsing, setPulsing] = useState(false)
  const { id, name, selfie, hasLiked } = profile

  function like(): void {
    setPulsing(true)
    setTimeout(() => setPulsing(false), LIKE_PULSE_MS)
    void chooseLike(client, { id, name, selfie }, true)
  }

  return (
    <button
      type="button"
      aria-label={hasLiked ? `You've already liked ${name}` : `Like ${name}`}
      title={hasLiked ? "You've already liked this user" : `Zing ${name}`}
      disabled={hasLiked}
      onClick={like}
      className={clsx(
        'grid place-items-center rounded-full border-2 transition-transform active:scale-90',
        isSmall ? 'size-11' : 'absolute right-5 bottom-0 size-14 shadow-float',
        hasLiked ? 'border-zing bg-surface text-zing' : 'border-transparent bg-zing text-on-zing',
        isPulsing && 'animate-pulse-once',
      )}
    >
      <Bolt className={isSmall ? 'size-5' : 'size-7'} isFilled={hasLiked} />
    </button>
  )
}
