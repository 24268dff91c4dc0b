import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { DECISIONS_BEFORE_BREAK } from '@zing/proto/limits'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession, useSessionStore } from '../../lib/state/per-session.ts'

/** A moderator who decides nothing for this long has had a break. */
const BREAK_MS = 10 * 60 * 1_000

/** Decisions since the last break, and the time of the newest. The session alone knows them. */
const decided = perSession(() => createStore({ count: 0, at: 0 }))

/** Counts a moderator's own decision about a case, an application, a verification or held messages. */
export function countDecision(client: QueryClient): void {
  const { count, at } = decided(client).get()
  const now = Date.now()
  decided(client).set({ count: now - at > BREAK_MS ? 1 : count + 1, at: now })
}

/** The decisions without a break, once they are many; else null. `end` begins to count anew. */
export function useBreakDue(): { count: number; end: () => void } | null {
  const client = useQueryClient()
  const { count } = useSessionStore(decided)
  if (count < DECISIONS_BEFORE_BREAK) return null
  return { count, end: () => decided(client).set({ count: 0, at: 0 }) }
}
