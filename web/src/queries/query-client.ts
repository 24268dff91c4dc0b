import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/call.ts'
import { dropStoredNotifications } from './stored-notifications.ts'
import { userKey } from './user-key.ts'

/** The specification's defaults: nothing is refetched by itself and nothing retried; queries that differ say so. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => forgetUserIfSignedOut(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => forgetUserIfSignedOut(client, error) }),
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    },
  })
  return client
}

/** A 401 anywhere means that nobody is signed in here any more. */
function forgetUserIfSignedOut(client: QueryClient, error: Error): void {
  if (!(error instanceof ApiError && error.status === 401)) return
  dropStoredNotifications()
  client.setQueryData(userKey, null)
}
