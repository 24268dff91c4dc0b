import { createStore } from '../lib/create-store.ts'

/** Who is typing to me now. */
export const typing = createStore<ReadonlySet<number>>(new Set())

/** Somebody who stops without saying so stops being shown. */
const FORGET_MS = 6_000
const timers = new Map<number, number>()

export function setTyping(userId: number, isTyping: boolean): void {
  clearTimeout(timers.get(userId))
  timers.delete(userId)
  if (isTyping)
    timers.set(
      userId,
      window.setTimeout(() => setTyping(userId, false), FORGET_MS),
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
