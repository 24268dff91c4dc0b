import { createStore } from '../lib/create-store.ts'

/** Ids of the users who are typing to the signed-in user. */
export const typing = createStore<ReadonlySet<number>>(new Set())

/** Hides the indicator of a partner whose stop frame was lost. */
const EXPIRY_MS = 6_000
const timers = new Map<number, number>()

export function setTyping(userId: number, isTyping: boolean): void {
  clearTimeout(timers.get(userId))
  timers.delete(userId)
  if (isTyping)
    timers.set(
      userId,
      window.setTimeout(() => setTyping(userId, false), EXPIRY_MS),
    )
  const next = new Set(typing.get())
  if (isTyping) next.add(userId)
  else next.delete(userId)
  typing.set(next)
}

/** For the next user of this page. */
export function forgetTyping(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  typing.set(new Set())
}
