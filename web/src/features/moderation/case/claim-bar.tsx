import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { hasRole } from '@zing/proto/accounts/roles'
import type { Claim } from '@zing/proto/moderation/cases'
import { useEffect, useRef, useState } from 'react'
import { clockTime } from '../../../lib/text/relative-time.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ClaimActions } from './use-claim.ts'

interface ClaimBarProps extends ClaimActions {
  claim: Claim | null
}

/** Says who has the case now. The bar takes the focus that a button loses when it goes. */
export function ClaimBar({ claim, take, release, isPending }: ClaimBarProps) {
  const me = useUser()
  const isMine = claim?.userId === me.id
  const isOver = useIsOver(isMine ? null : claim)
  const bar = useRef<HTMLDivElement>(null)
  const focusBar = () => bar.current?.focus()
  return (
    <div ref={bar} tabIndex={-1} className="flex flex-col gap-3 rounded-card bg-surface-2 p-4 outline-hidden">
      <p role="status" className="[overflow-wrap:anywhere]">
        {claim && isMine && (
          <Trans>
            You have this case until <time dateTime={claim.until}>{clockTime(claim.until)}</time>.
          </Trans>
        )}
        {claim && !isMine && !isOver && (
          <Trans>
            <bdi>{claim.name ?? t`Another moderator`}</bdi> has this case until{' '}
            <time dateTime={claim.until}>{clockTime(claim.until)}</time>.
          </Trans>
        )}
        {(!claim || isOver) && t`Take this case to decide it. Nobody else can while you have it.`}
      </p>
      {isMine && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" aria-busy={isPending} onClick={take}>{t`Keep it longer`}</Button>
          <Button
            variant="outline"
            size="sm"
            aria-busy={isPending}
            onClick={() => release().then(focusBar)}
          >{t`Give it back`}</Button>
        </div>
      )}
      {claim && !isMine && !isOver && hasRole(me.role, 'admin') && (
        <Button
          variant="outline"
          size="sm"
          aria-busy={isPending}
          onClick={() => release().then(focusBar)}
        >{t`End this claim`}</Button>
      )}
      {(!claim || isOver) && (
        <Button
          title={t`Take this case (c)`}
          aria-keyshortcuts="c"
          wide
          aria-busy={isPending}
          onClick={() => take().then(focusBar)}
        >
          {isPending && <Spinner />}
          {t`Take this case`}
        </Button>
      )}
    </div>
  )
}

/** True once a claim has ended, without a fetch of the case, which is not polled. */
function useIsOver(claim: Claim | null): boolean {
  const endsAt = claim ? Date.parse(claim.until) : null
  const [overAt, setOverAt] = useState<number | null>(null)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(() => setOverAt(endsAt), Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  return endsAt !== null && overAt === endsAt
}
