import { t } from '@lingui/core/macro'
import { FeedHints } from './feed-hints.tsx'

/** Shown when no cards are left. */
export function FeedEnd({ onLiked }: { onLiked: () => void }) {
  return (
    <div className="flex max-h-[46rem] min-h-64 flex-1 flex-col items-center justify-center gap-4 rounded-card bg-surface-2 p-6 text-center">
      <p className="font-display text-2xl leading-7 font-bold text-balance">{t`You've seen everyone for now.`}</p>
      <p className="text-ink-2">{t`We'll look for new people when you come back.`}</p>
      <FeedHints onLiked={onLiked} />
    </div>
  )
}
