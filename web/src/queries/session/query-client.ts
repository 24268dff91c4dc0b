import { MutationCache, type MutationOptions, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { clientRetryDelayMs } from '@zing/proto/retries/retry-delay'
import { ApiError, hasCode, isFinal, isSignedOut } from '../../lib/http/call.ts'
import { userKey } from './user-key.ts'

/**
 * Creates the client of a session; `onSignedOut` is called after a 401 of any endpoint. Nothing is refetched or retried by
 * default; queries that differ set their own options.
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
        retry: false,
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

/** Retries up to `times`, except errors that a retry cannot change. */
export function retryUpTo(times: number): (failures: number, error: Error) => boolean {
  return (failures, error) => failures < times && !isFinal(error)
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
