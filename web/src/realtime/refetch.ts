import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const scheduled = new WeakSet<Query>()

/** Refetches queries; a first fetch in flight, which invalidation does not restart, is repeated afterwards. */
export function refetch(client: QueryClient, queryKey: QueryKey): void {
  repeatInFlight(client, queryKey, ({ state }) => state.data === undefined)
  void client.invalidateQueries({ queryKey })
}

/** Repeats fetches in flight, whose response may be older than the frame that changed the cache. */
export function refetchIfInFlight(client: QueryClient, queryKey: QueryKey): void {
  repeatInFlight(client, queryKey, () => true)
}

/** Repeats a fetch once, so that a burst of frames does not become a burst of requests. */
function repeatInFlight(client: QueryClient, queryKey: QueryKey, isAffected: (query: Query) => boolean): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (!isAffected(query) || scheduled.has(query)) continue
    scheduled.add(query)
    void Promise.resolve(query.promise)
      .catch(() => {}) // shown by the observers of the query
      .then(() => {
        scheduled.delete(query)
        return client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      })
  }
}
