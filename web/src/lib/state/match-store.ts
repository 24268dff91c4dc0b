import type { QueryClient } from '@tanstack/react-query'
import type { UserSummary } from '@zing/proto/profiles/users'
import { MATCH_WAIT_MAX_MS, MATCHES_WAITING_MAX } from '../limits.ts'
import { createStore } from './create-store.ts'
import { perSession } from './per-session.ts'

const matches = perSession(() => ({
  shown: createStore<UserSummary | null>(null),
  shownIds: new Set<number>(),
  /** Matches that came while another one was shown, oldest first. */
  waiting: [] as { user: UserSummary; since: number }[],
  isHeld: false,
}))

export const shownMatch = (client: QueryClient) => matches(client).shown

/** Shows a match once, although the like's response and a frame both report it. Waits while another match is shown. */
export function showMatch(client: QueryClient, user: UserSummary): void {
  const { shown, shownIds, waiting } = matches(client)
  if (shown.get()?.id === user.id || shownIds.has(user.id)) return
  shownIds.add(user.id)
  if (waiting.length < MATCHES_WAITING_MAX) waiting.push({ user, since: Date.now() })
  showNext(client)
}

function showNext(client: QueryClient): void {
  const state = matches(client)
  if (state.isHeld || state.shown.get()) return
  state.waiting = state.waiting.filter(({ since }) => Date.now() - since < MATCH_WAIT_MAX_MS)
  const next = state.waiting.shift()
  if (next) state.shown.set(next.user)
}

/** Shows no further match while the user leaves the screen, whose history a dialog would disturb. */
export async function holdMatches(client: QueryClient, leave: () => Promise<void>): Promise<void> {
  const state = matches(client)
  state.isHeld = true
  try {
    await leave()
  } finally {
    state.isHeld = false
    showNext(client)
  }
}

export function closeMatch(client: QueryClient): void {
  shownMatch(client).set(null)
  queueMicrotask(() => showNext(client)) // once the focus is back where it was before the first one
}

/** Ends the display of a match that is over, and lets another one with the same user be shown. */
export function forgetMatch(client: QueryClient, userId: number): void {
  const state = matches(client)
  state.waiting = state.waiting.filter(({ user }) => user.id !== userId)
  if (state.shown.get()?.id === userId) closeMatch(client)
  state.shownIds.delete(userId)
}
