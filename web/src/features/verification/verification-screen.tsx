import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { startVerification } from '@zing/proto/http/verification'
import type { OwnVerification } from '@zing/proto/moderation/verification'
import { useState } from 'react'
import { VERIFICATION_POLL_MS } from '../../lib/limits.ts'
import { userQuery } from '../../queries/session/user.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { useVerificationMode } from '../../queries/verification.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { ConsentStep } from './consent-step.tsx'
import { PoseSteps } from './pose-steps.tsx'
import { Standing } from './standing.tsx'

type Begun = ResponseOf<typeof startVerification>

/** Verifies the member: consent, two poses before the camera, then a moderator. */
export function VerificationScreen() {
  const mode = useVerificationMode()
  const { verification } = useUser()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [isAgain, setAgain] = useState(false)
  const [isOver, setOver] = useState(false)
  useNewestUser(verification)

  function begin(next: Begun): void {
    setOver(false)
    setBegun(next)
  }

  function end(hasExpired: boolean): void {
    setBegun(null)
    setAgain(false)
    setOver(hasExpired)
  }

  if (mode === undefined) return <ScreenSpinner label={t`Loading`} />
  const standing = verification && verification.state !== 'started' ? verification : null
  return (
    <main className="flex flex-col gap-5 p-5">
      <ScreenHeader back={clientRoutes.profile} backLabel={t`Back to profile`} title={t`Verification`} />
      {mode === 'off' && !standing ? (
        <EmptyState
          title={t`This isn't available here`}
          hint={t`This community doesn't verify its members.`}
          drawing="lost"
        />
      ) : begun ? (
        <PoseSteps begun={begun} onSent={() => end(false)} onExpired={() => end(true)} />
      ) : standing && !isAgain ? (
        <Standing verification={standing} onAgain={mode === 'off' ? undefined : () => setAgain(true)} />
      ) : (
        <ConsentStep hasExpired={isOver} onBegun={begin} />
      )}
    </main>
  )
}

/** A moderator may decide while the member looks. */
function useNewestUser(verification: OwnVerification | undefined): void {
  useQuery({
    ...userQuery,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    refetchInterval: verification?.state === 'waiting' && VERIFICATION_POLL_MS,
  })
}
