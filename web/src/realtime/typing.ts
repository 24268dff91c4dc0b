import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '../lib/state/create-store.ts'
import { perSession } from '../lib/state/per-session.ts'

/** Hides the indicator of a partner whose stop frame was lost. */
const EXPIRY_MS = 6_000

/** Ids of the users who are typing to the signed-in user. */
export const typing = perSession(() => createStore<ReadonlySet<number>>(new Set()))
const expiries = perSession(() => new Map<number, number>())

export function setTyping(client: QueryClient, userId: number, isTyping: boolean): void {
  const timers = expiries(client)
  clearTimeout(timers.get(userId))
  timers.delete(userId)
  if (isTyping)
    timers.set(
      userId,
      window.setTimeout(() => setTyping(client, userId, false), EXPIRY_MS),
    )
  const next = new Set(typing(client).get())
  if (isTyping) next.add(userId)
  else next.delete(userId)
  typing(client).set(next)
}
