import { useQuery } from '@tanstack/react-query'
import { preferencesQuery } from '../../queries/discovery.ts'
import { FeedHints } from './feed-hints.tsx'
import { UndoButton } from './undo-button.tsx'

/** Shown when no cards are left. */
export function FeedEnd({ onLiked }: { onLiked: () => void }) {
  const { data } = useQuery(preferencesQuery)
  const isLimited = data && (data.genders.length + data.lookingFor.length > 0 || data.ageMin || data.ageMax)
  return (
    <div className="flex flex-col items-center gap-4 rounded-card bg-surface-2 p-6 text-center">
      <p className="text-ink-2">
        {isLimited ? 'Nobody new fits who you want to see.' : 'You have seen everyone. New people appear here.'}
      </p>
      <UndoButton className="bg-surface text-ink" />
      <FeedHints onLiked={onLiked} />
    </div>
  )
}
