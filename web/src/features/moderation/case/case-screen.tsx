import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { Link, useParams } from 'react-router-dom'
import { ApiError } from '../../../lib/http/call.ts'
import { caseQuery } from '../../../queries/moderation/moderation.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { buttonStyle } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ScreenFailure } from '../../../ui/load-failure.tsx'
import { ScreenSpinner } from '../../../ui/spinner.tsx'
import { CaseView } from './case-view.tsx'

const NOT_FOUND = [400, 404]

export function CaseScreen() {
  const id = Number(useParams().id)
  const { data, isPending, isLoadingError, error, refetch } = useQuery(caseQuery(id, useUser().id))

  if (isPending) return <ScreenSpinner label={t`Loading the case`} />
  if (error instanceof ApiError && NOT_FOUND.includes(error.status))
    return (
      <main className="grid flex-1 place-items-center">
        <EmptyState title={t`Case not found`} drawing="lost">
          <Link to={clientRoutes.moderation} className={buttonStyle()}>{t`Back to the cases`}</Link>
        </EmptyState>
      </main>
    )
  if (isLoadingError) return <ScreenFailure title={t`Couldn't load the case`} error={error} onRetry={refetch} />
  return <CaseView key={id} one={data} />
}
