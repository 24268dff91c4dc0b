import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/call.ts'
import { dropStoredNotifications } from './stored-notifications.ts'
import { userKey } from './user-key.ts'

/** Nothing is refetched or retried by default; queries that differ set their own options. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => clearUserIfSignedOut(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => clearUserIfSignedOut(client, error) }),
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    },
  })
  return client
}

/** Clears the user after a 401 of any endpoint. */
function clearUserIfSignedOut(client: QueryClient, error: Error): void {
  if (!(error instanceof ApiError && error.status === 401)) return
  dropStoredNotifications()
  client.setQueryData(userKey, null)
}
