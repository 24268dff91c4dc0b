import { t } from '@lingui/core/macro'
import { focusManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { HINT_COUNT_MAX } from '@zing/proto/limits'
import type { DiscoveryHint } from '@zing/proto/profiles/discovery'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { hintsQuery, useSavePreferences } from '../../queries/discovery.ts'
import { useStartOver } from '../../queries/pairs/passes.ts'
import { feedQuery } from '../../queries/profiles.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { AlertsButton } from './alerts-button.tsx'
import { InviteButton } from './invite-button.tsx'
import { UndoButton } from './undo-button.tsx'

const NO_HINTS = { hints: [], hasPassed: false }

/** Ways on from an empty feed, such as wider ages or distances, a start over, or an invitation. Whom the user desires is not up for change. */
export function FeedHints({ onLiked }: { onLiked: () => void }) {
  const { data: { hints, hasPassed } = NO_HINTS } = useQuery(hintsQuery)
  const save = useSavePreferences()
  const startOver = useStartOver()
  const isBusy = save.isPending || startOver.isPending
  useLookAgain()
  const [hint] = hints.filter(({ change }) => change !== 'genders') // of an older server

  function widen({ preferences }: DiscoveryHint): void {
    save.mutate(preferences, {
      onSuccess: () => toast(t`You'll see more people now`),
      onError: (error) => toastError(t`Couldn't save your change`, error.message),
    })
  }

  return (
    <div className="flex max-w-full flex-col items-center gap-2 text-center">
      {hint && (
        <Button disabled={isBusy} onClick={() => widen(hint)} className="whitespace-normal!">
          {hintText(hint)}
        </Button>
      )}
      {hasPassed && (
        <Button
          variant={hint ? 'outline' : 'default'}
          disabled={isBusy}
          onClick={() => startOver.mutate(undefined, { onSuccess: () => toast(t`The people you passed are back`) })}
        >{t`Show people I passed again`}</Button>
      )}
      <AlertsButton />
      <InviteButton />
      <div className="flex flex-wrap items-center justify-center">
        <UndoButton className="bg-surface text-ink" />
        <Link
          to={clientRoutes.discovery}
          className={buttonStyle({ variant: 'ghost', size: 'sm' })}
        >{t`Who you see`}</Link>
        <Button variant="ghost" size="sm" onClick={onLiked}>{t`People you like`}</Button>
      </div>
    </div>
  )
}

/** Somebody who fits may have joined by the time the user comes back to an empty feed. */
function useLookAgain(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      focusManager.subscribe(
        (isFocused) => void (isFocused && client.refetchQueries({ queryKey: feedQuery.queryKey })),
      ),
    [client],
  )
}

function hintText({ change, years, count, preferences }: DiscoveryHint): string {
  const isMany = count >= HINT_COUNT_MAX
  if (change === 'distance') {
    const km = preferences.maxDistanceKm
    if (!km) return isMany ? t`${HINT_COUNT_MAX}+ more people at any distance` : t`${count} more people at any distance`
    return isMany ? t`${HINT_COUNT_MAX}+ more people within ${km} km` : t`${count} more people within ${km} km`
  }
  if (change === 'age') {
    const by = years ?? 0
    return isMany
      ? t`${HINT_COUNT_MAX}+ more people if you widen the ages by ${by} years`
      : t`${count} more people if you widen the ages by ${by} years`
  }
  return isMany
    ? t`${HINT_COUNT_MAX}+ more people if it doesn't matter what they're looking for`
    : t`${count} more people if it doesn't matter what they're looking for`
}
