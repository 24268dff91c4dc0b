import { MutationCache, type MutationOptions, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { clientRetryDelayMs } from '@zing/proto/retries/retry-delay'
import { ApiError, hasCode, isFinal, isSignedOut } from '../../lib/http/call.ts'
import { userKey } from './user-key.ts'

/** Bridges an election of the database (10 s). The server waits 2 s for it, then asks for a pause of 1 s. */
const UNAVAILABLE_RETRIES = 4

/**
 * Creates the client of a session; `onSignedOut` is called after a 401 of any endpoint. By default nothing is refetched, and
 * only an unavailable server is asked again. Queries that differ set their own options.
 */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  function onError(error: Error): void {
    if (isSignedOut(error)) onSignedOut(client)
    if (hasCode(error, 'PENDING')) void client.invalidateQueries({ queryKey: userKey }) // leads to the waiting screen
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: retryUnavailable,
        retryDelay,
        refetchOnWindowFocus: false,
        networkMode: 'always', // fails offline at once, which the screen shows, and is fetched again when online
        refetchOnReconnect: true,
      },
      mutations: { retryDelay },
    },
  })
  return client
}

/** Retries calls that an unavailable server has refused. */
export function retryUnavailable(failures: number, error: Error): boolean {
  return failures < UNAVAILABLE_RETRIES && hasCode(error, 'UNAVAILABLE')
}

/** Retries up to `times`, except errors that a retry cannot change; an unavailable server as often as elsewhere. */
export function retryUpTo(times: number): (failures: number, error: Error) => boolean {
  return (failures, error) => (failures < times && !isFinal(error)) || retryUnavailable(failures, error)
}

/** Resolves once no request of the query is in flight. */
export async function untilIdle(client: QueryClient, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  await client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => {})
}

/** Has all queries on the screen begin or end to poll, as their `refetchInterval` says now. */
export function updatePolling(client: QueryClient): void {
  for (const { observers } of client.getQueryCache().findAll({ type: 'active' }))
    for (const observer of observers) observer.setOptions(observer.options)
}

/**
 * Runs a mutation outside of a component. As everywhere, a 401 signs out. It is not paused offline, where TanStack Query
 * would wait silently.
 */
export function runMutation<T>(client: QueryClient, options: MutationOptions<T, Error, void>): Promise<T> {
  return client
    .getMutationCache()
    .build(client, { ...options, networkMode: 'always' })
    .execute()
}

function retryDelay(failures: number, error: Error): number {
  return clientRetryDelayMs(failures, { retryAfterMs: error instanceof ApiError ? error.retryAfterMs : 0 })
}
