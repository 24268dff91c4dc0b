import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../../lib/http/call.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { statsQuery } from '../../../queries/moderation/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

export function Stats() {
  const { data, error, isFetching, refetch } = useQuery(statsQuery)
  // a 401 means that the session has ended, as after a reset
  const hasFailed = error !== null && !(error instanceof ApiError && error.status === 401)

  useEffect(() => {
    if (hasFailed) toastError(t`Error`, t`Failed to load statistics`)
  }, [hasFailed])

  if (hasFailed)
    return <Button variant="outline" wide disabled={isFetching} onClick={() => refetch()}>{t`Try Again`}</Button>
  if (!data)
    return (
      <output aria-label={t`Loading statistics`} className="grid h-20 place-items-center text-zing">
        <Spinner />
      </output>
    )
  const totals = [
    [t`Users`, data.totalUsers],
    [t`Matches`, data.totalMatches],
    [t`Likes`, data.totalLikes],
  ] as const
  return (
    <dl className="grid grid-cols-3 gap-2 text-center">
      {totals.map(([name, total]) => (
        <div key={name} className="flex flex-col-reverse rounded-(--radius-input) bg-surface-2 py-3">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="font-display text-2xl font-bold tabular-nums">{total}</dd>
        </div>
      ))}
    </dl>
  )
}
