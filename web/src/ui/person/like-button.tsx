import { t } from '@lingui/core/macro'
import { PRODUCT_NAME } from '@zing/proto/product'
import { clsx } from 'clsx'
import { useState } from 'react'
import { LIKE_PULSE_MS } from '../../lib/limits.ts'
import { community } from '../../lib/state/community.ts'
import { Bolt } from '../bolt.tsx'
import { ROUND_BUTTON } from './card-styles.ts'

interface LikeButtonProps {
  name: string
  hasLiked: boolean
  /** The right arrow does the same. */
  hasKey?: boolean
  onLike: () => void
}

/** The bolt is filled, and the button quiet, from the like on. */
export function LikeButton({ name, hasLiked, hasKey = false, onLike }: LikeButtonProps) {
  const [isPulsing, setPulsing] = useState(false)

  function like(): void {
    setPulsing(true)
    setTimeout(() => setPulsing(false), LIKE_PULSE_MS)
    onLike()
  }

  return (
    <button
      type="button"
      aria-label={hasLiked ? t`You've already liked ${name}` : t`Like ${name}`}
      title={
        hasLiked
          ? t`You've already liked this user`
          : `${community().name === PRODUCT_NAME ? t`${PRODUCT_NAME} ${name}` : t`Like ${name}`}${hasKey ? ' (→)' : ''}`
      }
      aria-keyshortcuts={hasKey ? 'ArrowRight' : undefined}
      disabled={hasLiked}
      data-action="like"
      onClick={like}
      className={clsx(
        ROUND_BUTTON,
        'w-17 border-2 shadow-float short-card:w-14',
        hasLiked ? 'border-zing bg-surface text-zing' : 'border-transparent bg-zing text-on-zing',
        isPulsing && 'animate-pulse-once',
      )}
    >
      <Bolt className="size-9" isFilled={hasLiked} />
    </button>
  )
}
