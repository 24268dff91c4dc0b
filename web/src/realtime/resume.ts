import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Versions } from '@zing/proto/frames/server'
import { RESUME_WITHIN_MS } from '../lib/limits.ts'
import { perSession } from '../lib/state/per-session.ts'
import { conversationsQuery } from '../queries/chat/conversations.ts'
import { notificationsQuery } from '../queries/notifications.ts'
import { profilesKey } from '../queries/profiles.ts'
import { userKey } from '../queries/session/user-key.ts'
import { refetchMissed } from './apply-frame.ts'
import { hasFailed, refetch } from './refetch.ts'

const MESSAGES: QueryKey[] = [['messages'], conversationsQuery.queryKey]
const NOTIFICATIONS: QueryKey[] = [notificationsQuery.queryKey]
/** The queries that a part of the user's data appears in. A notification may be about a like, or the user's verification. */
const SHOWS: Record<keyof Versions, QueryKey[]> = {
  matches: [profilesKey, ...MESSAGES, ...NOTIFICATIONS],
  messages: MESSAGES,
  notifications: [...NOTIFICATIONS, [...profilesKey, 'one'], userKey],
}
const PARTS = Object.keys(SHOWS) as (keyof Versions)[]

interface State {
  versions: Versions
  /** When the connection was lost; null with one. */
  lostAt: number | null
}
const states = perSession((): State => ({ versions: {}, lostAt: Number.NEGATIVE_INFINITY }))

/** Call it when there is no connection any more; only the first call counts. */
export function recordLoss(client: QueryClient): void {
  states(client).lostAt ??= performance.now()
}

/**
 * Fetches after a connection what has changed since the last one. A version that is as it was then says that nothing has,
 * whatever frames have come or were lost. After a longer absence everything is fetched, since profiles have no version.
 */
export function resume(client: QueryClient, versions: Versions = {}): void {
  const state = states(client)
  const { versions: before, lostAt } = state
  state.versions = versions
  state.lostAt = null
  const isStart = lostAt === Number.NEGATIVE_INFINITY
  if (lostAt === null || performance.now() - lostAt > RESUME_WITHIN_MS) return refetchMissed(client, { isStart })
  const keys = new Map<string, QueryKey>()
  for (const part of PARTS) {
    const isSame = versions[part] !== undefined && versions[part] === before[part]
    for (const key of SHOWS[part]) if (!isSame || hasFailed(client, key)) keys.set(JSON.stringify(key), key)
  }
  for (const key of keys.values()) refetch(client, key)
}
