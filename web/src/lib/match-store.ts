import type { UserSummary } from '@zing/proto/users'
import { createStore } from './create-store.ts'
import { MATCH_WAIT_MAX_MS, MATCHES_WAITING_MAX } from './limits.ts'

export const shownMatch = createStore<UserSummary | null>(null)

const shownIds = new Set<number>()
/** Matches that came while another one was shown, oldest first. */
let waiting: { user: UserSummary; since: number }[] = []
let isHeld = false

/** Shows a match once, although both the like's response and a frame report it; after the one that is shown. */
export function showMatch(user: UserSummary): void {
  if (shownMatch.get()?.id === user.id || shownIds.has(user.id)) return
  shownIds.add(user.id)
  if (waiting.length < MATCHES_WAITING_MAX) waiting.push({ user, since: Date.now() })
  showNext()
}

function showNext(): void {
  if (isHeld || shownMatch.get()) return
  waiting = waiting.filter(({ since }) => Date.now() - since < MATCH_WAIT_MAX_MS)
  const next = waiting.shift()
  if (next) shownMatch.set(next.user)
}

/** Shows no further match while the user leaves the screen, whose history a dialog would disturb. */
export async function holdMatches(leave: () => Promise<void>): Promise<void> {
  isHeld = true
  try {
    await leave()
  } finally {
    isHeld = false
    showNext()
  }
}

/** For the next user of this page. */
export function forgetMatches(): void {
  shownIds.clear()
  waiting = []
  shownMatch.set(null)
}

export function closeMatch(): void {
  shownMatch.set(null)
  queueMicrotask(showNext) // once the focus is back where it was before the first one
}

/** Ends the display of a match that is over, and lets another one with the same user be shown. */
export function forgetMatch(userId: number): void {
  waiting = waiting.filter(({ user }) => user.id !== userId)
  if (shownMatch.get()?.id === userId) closeMatch()
  shownIds.delete(userId)
}
