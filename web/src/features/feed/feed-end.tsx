import { FeedHints } from './feed-hints.tsx'
import { UndoButton } from './undo-button.tsx'

/** In place of the cards when there is none left. */
export function FeedEnd({ onLiked }: { onLiked: () => void }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card bg-surface-2 p-6 text-center">
      <p className="text-ink-2">You have seen everyone. New people appear here.</p>
      <UndoButton />
      <FeedHints onLiked={onLiked} />
    </div>
  )
}
