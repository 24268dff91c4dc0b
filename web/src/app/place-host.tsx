import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSessionStore } from '../lib/state/per-session.ts'
import { placeAsked } from '../lib/state/place-asked.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const PlaceDialog = lazyComponent(async () => (await import('../features/profile/place/place-dialog.tsx')).PlaceDialog)

/** Asks a user without a place for one before their first like, where the community requires it. */
export function PlaceHost() {
  const client = useQueryClient()
  if (!useSessionStore(placeAsked)) return null
  return (
    <Suspense>
      <PlaceDialog
        reason={t`Everybody here shows a place. Choose yours, then like again. A country is enough.`}
        onClose={() => placeAsked(client).set(false)}
      />
    </Suspense>
  )
}
