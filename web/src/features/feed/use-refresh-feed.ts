import { t } from '@lingui/core/macro'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConnectionError } from '../../lib/http/call.ts'
import { FEED_REFRESH_SPINNER_MS } from '../../lib/limits.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { dealAnew } from '../../queries/pairs/deck.ts'
import { feedQuery, matchesQuery } from '../../queries/profiles.ts'

/** Keeps `isRefreshing` a little longer than the reload takes, so that the user sees it. A failure keeps the list. */
export function useRefreshFeed() {
  const client = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)

  async function refresh(): Promise<void> {
    setRefreshing(true)
    try {
      const fetchAgain = ({ queryKey }: { queryKey: QueryKey }) =>
        client.refetchQueries({ queryKey }, { throwOnError: true })
      await Promise.all([feedQuery, matchesQuery].map(fetchAgain))
      dealAnew(client)
    } catch (error) {
      showFailure(error as Error)
    }
    setTimeout(() => setRefreshing(false), FEED_REFRESH_SPINNER_MS)
  }

  return { isRefreshing, refresh }
}

function showFailure(error: Error): void {
  if (error instanceof ConnectionError) toastError(error.message)
  else toastError(t`Failed to load feed`, error.message)
}
