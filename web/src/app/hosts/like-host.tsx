import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { likeNeeds } from '../../lib/state/like-needs.ts'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const PlaceDialog = lazyComponent(
  async () => (await import('../../features/profile/place/place-dialog.tsx')).PlaceDialog,
)
const VerifyFirstDialog = lazyComponent(
  async () => (await import('../../features/verification/verify-first-dialog.tsx')).VerifyFirstDialog,
)

/** Asks for what the community requires before the first like: a place, or a verification. */
export function LikeHost() {
  const client = useQueryClient()
  const need = useSessionStore(likeNeeds)
  const close = () => likeNeeds(client).set(null)
  return (
    <Suspense>
      {need === 'place' && (
        <PlaceDialog
          reason={t`Everyone here shows a place. Choose yours, then like again. A country is enough.`}
          onClose={close}
        />
      )}
      {need === 'verification' && <VerifyFirstDialog onClose={close} />}
    </Suspense>
  )
}
