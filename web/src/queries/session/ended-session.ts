import type { QueryClient } from '@tanstack/react-query'
import { clientRoutes, isClientRoute } from '@zing/proto/client-routes'
import type { User } from '@zing/proto/profiles/users'
import { z } from 'zod/mini'
import { createStore } from '../../lib/state/create-store.ts'
import { readStored, writeStored } from '../../lib/state/stored.ts'
import { userKey } from './user-key.ts'

const KEY = 'zing.ended-session'
const EndedSession = z.object({ userId: z.int(), path: z.string() })
type EndedSession = z.infer<typeof EndedSession>

/** The user's own way of ending the session here, set before the response: the server may close the socket first. */
export const ownEnd = createStore<'logout' | 'reset' | 'deletion' | null>(null)

/** Whose session the server has ended, and on which screen of this tab; null otherwise. Survives a reload. */
export const endedSession = createStore<EndedSession | null>(readStored(sessionStorage, KEY, EndedSession))

/** Called before the user is removed from the cache. Does nothing for an end that the user has caused. */
export function rememberEndedSession(client: QueryClient): void {
  const user = client.getQueryData<User | null>(userKey)
  if (user && ownEnd.get() === null) setEndedSession({ userId: user.id, path: window.location.pathname })
}

export function forgetEndedSession(): void {
  setEndedSession(null)
}

function setEndedSession(ended: EndedSession | null): void {
  writeStored(sessionStorage, KEY, ended)
  endedSession.set(ended)
}

/** Screen to open after a login: where this user's session ended, or the feed; never another site. */
export function screenAfterLogin(userId: number, ended: EndedSession | null): string {
  return ended?.userId === userId && isMemberScreen(ended.path) ? ended.path : clientRoutes.feed
}

function isMemberScreen(path: string): boolean {
  return isClientRoute(path) && path !== clientRoutes.landing && path !== clientRoutes.auth
}
