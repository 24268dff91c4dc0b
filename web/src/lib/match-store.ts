import type { UserSummary } from '@zing/proto/users'
import { createStore } from './create-store.ts'

/** The match that the overlay shows, if any. */
export const shownMatch = createStore<UserSummary | null>(null)

const announced = new Set<number>()

/** Once per match: the answer to the like and the push both tell of it. */
export function showMatch(card: UserSummary): void {
  if (shownMatch.get()?.id === card.id || announced.has(card.id)) return
  announced.add(card.id)
  shownMatch.set(card)
}

/** For the next user of this page. */
export function forgetMatches(): void {
  announced.clear()
}

export function closeMatch(): void {
  shownMatch.set(null)
}

/** The match has ended: another one with the same person is news again. */
export function forgetMatch(userId: number): void {
  announced.delete(userId)
}
