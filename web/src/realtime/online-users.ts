import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '../lib/state/create-store.ts'
import { perSession } from '../lib/state/per-session.ts'

/** Ids of the matches who are online; empty without a connection, when that is not known. */
export const onlineUsers = perSession(() => createStore<ReadonlySet<number>>(new Set()))

export function setOnline(client: QueryClient, userId: number, isOnline: boolean): void {
  const known = onlineUsers(client).get()
  if (known.has(userId) === isOnline) return
  const next = new Set(known)
  if (isOnline) next.add(userId)
  else next.delete(userId)
  onlineUsers(client).set(next)
}

export function forgetOnline(client: QueryClient): void {
  if (onlineUsers(client).get().size > 0) onlineUsers(client).set(new Set())
}
