import { createStore } from '../lib/create-store.ts'

/** Ids of the matches who are online; empty without a connection, when that is not known. */
export const onlineUsers = createStore<ReadonlySet<number>>(new Set())

export function setOnline(userId: number, isOnline: boolean): void {
  if (onlineUsers.get().has(userId) === isOnline) return
  const next = new Set(onlineUsers.get())
  if (isOnline) next.add(userId)
  else next.delete(userId)
  onlineUsers.set(next)
}

export function forgetOnline(): void {
  if (onlineUsers.get().size > 0) onlineUsers.set(new Set())
}
