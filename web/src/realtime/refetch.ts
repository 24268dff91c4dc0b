import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const overtaken = new WeakSet<Query>()

/** Asks for what may have changed. An answer that is on its way for the first time is waited for, and asked for again. */
export function refetch(client: QueryClient, queryKey: QueryKey): void {
  askAgain(client, queryKey, ({ state }) => state.data === undefined)
  void client.invalidateQueries({ queryKey })
}

/** A frame has changed these: an answer that is on its way may be from before it, and is asked for once more after it. */
export function refetchIfInFlight(client: QueryClient, queryKey: QueryKey): void {
  askAgain(client, queryKey, () => true)
}

/** Once per query, however many frames come meanwhile: a burst of them must not become a burst of requests. */
function askAgain(client: QueryClient, queryKey: QueryKey, isMeant: (query: Query) => boolean): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (!isMeant(query) || overtaken.has(query)) continue
    overtaken.add(query)
    void Promise.resolve(query.promise)
      .catch(() => {}) // said by whoever shows it
      .then(() => {
        overtaken.delete(query)
        return client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      })
  }
}
