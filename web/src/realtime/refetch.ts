import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Fetches that will be repeated. */
const scheduled = new WeakMap<Query, Promise<void>>()

/** Refetches queries; a first fetch in flight, which invalidation does not restart, is repeated afterwards. */
export function refetch(client: QueryClient, queryKey: QueryKey): void {
  void refetched(client, queryKey)
}

/** Refetches like `refetch`. Resolves once the responses are there, or have failed. */
export async function refetched(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const repeated = repeatInFlight(client, queryKey, ({ state }) => state.data === undefined)
  await Promise.all([client.invalidateQueries({ queryKey }), repeated])
}

/** Repeats fetches in flight, whose response may be older than the frame that changed the cache. */
export function refetchIfInFlight(client: QueryClient, queryKey: QueryKey): void {
  void repeatInFlight(client, queryKey, () => true)
}

/** Repeats a fetch once, so that a burst of frames does not become a burst of requests. */
function repeatInFlight(client: QueryClient, queryKey: QueryKey, isAffected: (query: Query) => boolean) {
  const queries = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }).filter(isAffected)
  return Promise.all(queries.map((query) => scheduled.get(query) ?? repeat(client, query)))
}

function repeat(client: QueryClient, query: Query): Promise<void> {
  const repeated = Promise.resolve(query.promise)
    .catch(() => {}) // shown by the observers of the query
    .then(() => {
      scheduled.delete(query)
      return client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  scheduled.set(query, repeated)
  return repeated
}

/** True if a refetch has not succeeded: the cache is as old as before. */
export function hasFailed(client: QueryClient, queryKey: QueryKey): boolean {
  const queries = client.getQueryCache().findAll({ queryKey, type: 'active' })
  return queries.some(({ state }) => state.isInvalidated || state.status === 'error')
}
