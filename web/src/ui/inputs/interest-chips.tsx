import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { sharedFirst } from '../../lib/text/profile/story.ts'
import { interestOf } from '../../lib/text/profile/story-lists.ts'
import { CHIP_ON_PHOTO } from '../person/card-styles.ts'

interface InterestChipsProps {
  interests: readonly string[]
  /** Interests of the signed-in user, to highlight shared ones. */
  own: readonly string[]
  /** On a photo the chips are dark glass, and shared ones white. */
  isOnPhoto?: boolean
  max?: number
}

/** Interests as chips, the shared ones first and highlighted; list items for the caller's list. */
export function InterestChips({ interests, own, isOnPhoto = false, max = interests.length }: InterestChipsProps) {
  return sharedFirst(interests, own)
    .slice(0, max)
    .map(({ id, isShared }) => {
      const interest = interestOf(id)
      if (!interest) return null
      return (
        <li
          key={id}
          className={clsx(
            'inline-flex items-center gap-1 rounded-full px-3 py-1 text-sm font-medium whitespace-nowrap',
            isOnPhoto ? onPhoto(isShared) : onPage(isShared),
          )}
        >
          <span aria-hidden>{interest.emoji}</span>
          {interest.label}
          {isShared && <span className="sr-only">{t`, like you`}</span>}
        </li>
      )
    })
}

function onPhoto(isShared: boolean): string {
  return isShared ? 'bg-white text-shade' : CHIP_ON_PHOTO
}

function onPage(isShared: boolean): string {
  return isShared ? 'bg-zing/15 text-ink ring-1 ring-zing' : 'bg-surface-2 text-ink'
}
