import type { UserSummary } from '@zing/proto/users'
import { createStore } from './create-store.ts'

export const shownMatch = createStore<UserSummary | null>(null)

const shownIds = new Set<number>()

/** Shows a match once, although both the like's response and a frame report it. */
export function showMatch(user: UserSummary): void {
  if (shownMatch.get()?.id === user.id || shownIds.has(user.id)) return
  shownIds.add(user.id)
  shownMatch.set(user)
}

/** For the next user of this page. */
export function forgetMatches(): void {
  shownIds.clear()
}

export function closeMatch(): void {
  shownMatch.set(null)
}

/** Ends the display of a match that is over, and lets another one with the same user be shown. */
export function forgetMatch(userId: number): void {
  if (shownMatch.get()?.id === userId) closeMatch()
  shownIds.delete(userId)
}
