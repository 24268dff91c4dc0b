import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FEED_REFRESH_SPINNER_MS } from '../../lib/limits.ts'
import { feedQuery, matchesQuery } from '../../queries/profiles.ts'

/** Keeps `isRefreshing` a little longer than the reload takes, so that the user sees it. */
export function useRefreshFeed() {
  const client = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)

  async function refresh(): Promise<void> {
    setRefreshing(true)
    await Promise.all([feedQuery, matchesQuery].map(({ queryKey }) => client.refetchQueries({ queryKey })))
    setTimeout(() => setRefreshing(false), FEED_REFRESH_SPINNER_MS)
  }

  return { isRefreshing, refresh }
}
