import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { HINT_COUNT_MAX } from '@zing/proto/limits'
import type { DiscoveryHint } from '@zing/proto/profiles/discovery'
import { Link } from 'react-router-dom'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { hintsQuery, useSavePreferences } from '../../queries/discovery.ts'
import { useStartOver } from '../../queries/pairs/passes.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'

const NO_HINTS = { hints: [], hasPassed: false }

/** Steps out of an empty feed: a wider preference that shows more people, the liked people, and a start over. */
export function FeedHints({ onLiked }: { onLiked: () => void }) {
  const { data: { hints, hasPassed } = NO_HINTS } = useQuery(hintsQuery)
  const save = useSavePreferences()
  const startOver = useStartOver()
  const isBusy = save.isPending || startOver.isPending

  function widen({ preferences }: DiscoveryHint): void {
    save.mutate(preferences, {
      onSuccess: () => toast('You see more people now'),
      onError: (error) => toastError('The change was not saved', error.message),
    })
  }

  return (
    <div className="mt-3 flex flex-col items-center gap-2 text-center">
      <p>People are shown who fit your preferences and whose preferences you fit.</p>
      {hints.slice(0, 1).map((hint) => (
        <Button key={hint.change} disabled={isBusy} onClick={() => widen(hint)} className="text-wrap">
          {hintText(hint)}
        </Button>
      ))}
      <Link to={clientRoutes.discovery} className={buttonStyle({ variant: 'outline', size: 'sm' })}>
        Who I want to see
      </Link>
      <div className="flex flex-wrap justify-center">
        <Button variant="ghost" size="sm" onClick={onLiked}>
          People You Like
        </Button>
        {hasPassed && (
          <Button
            variant="ghost"
            size="sm"
            disabled={isBusy}
            onClick={() => startOver.mutate(undefined, { onSuccess: () => toast('Passed people are back') })}
          >
            Start over
          </Button>
        )}
      </div>
    </div>
  )
}

function hintText({ change, years, count }: DiscoveryHint): string {
  const more = count >= HINT_COUNT_MAX ? `${HINT_COUNT_MAX} and more people` : `${count} more people`
  if (change === 'age') return `${more} if you widen the age by ${years} years`
  if (change === 'genders') return `${more} if you choose one more gender`
  return `${more} if it does not matter what they are looking for`
}
