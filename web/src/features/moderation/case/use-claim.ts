import { t } from '@lingui/core/macro'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { useClaimCase, useReleaseCase } from '../../../queries/moderation/moderation.ts'

export interface ClaimActions {
  take: () => Promise<void>
  release: () => Promise<void>
  isPending: boolean
}

export function useClaim(caseId: number): ClaimActions {
  const claimCase = useClaimCase()
  const releaseCase = useReleaseCase()
  const take = useSingleFlight(() =>
    claimCase.mutateAsync(caseId).catch((error: Error) => toastError(t`Couldn't take the case`, error.message)),
  )
  const release = useSingleFlight(() =>
    releaseCase.mutateAsync(caseId).catch((error: Error) => toastError(t`Couldn't give the case back`, error.message)),
  )
  return { take, release, isPending: claimCase.isPending || releaseCase.isPending }
}
