import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Store, useStore } from './create-store.ts'

// A session is its query client: each sign-in and each sign-out begins a new one (queries/session.ts). State of a session
// belongs to its client, and ends with it.

/** Declares state of each session, created at its first use. */
export function perSession<T>(create: () => T): (client: QueryClient) => T {
  const states = new WeakMap<QueryClient, { value: T }>()
  return (client) => {
    const state = states.get(client) ?? { value: create() }
    states.set(client, state)
    return state.value
  }
}

/** Reads a store of the session that is on the screen. */
export function useSessionStore<T>(storeOf: (client: QueryClient) => Store<T>): T {
  return useStore(storeOf(useQueryClient()))
}

const ends = perSession(() => new AbortController())

/** Aborted when the session ends. */
export function endOf(client: QueryClient): AbortSignal {
  return ends(client).signal
}

/** From now on the session sends nothing. */
export function closeSession(client: QueryClient): void {
  ends(client).abort()
}
