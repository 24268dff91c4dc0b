import type { QueryClient } from '@tanstack/react-query'
import type { User } from '@zing/proto/users'
import { rememberDevice } from '../lib/known-device.ts'
import { recoveryOffer } from '../lib/recovery-offer.ts'
import { endedSession, forgetEndedSession, ownEnd, rememberEndedSession } from './ended-session.ts'
import { closeLikes } from './likes.ts'
import { closePasses } from './passes.ts'
import { clearPrivateData } from './private-data.ts'
import { dropStoredNotifications } from './stored-notifications.ts'
import { forgetUndone } from './undo.ts'
import { userKey } from './user-key.ts'

const otherTabs = new BroadcastChannel('zing-session')

/** Takes a user who has signed in; data of another user is removed. */
export function setSession(client: QueryClient, user: User): void {
  ownEnd.set(null)
  const ended = endedSession.get()
  if (ended && ended.userId !== user.id) void clearPrivateData()
  rememberDevice()
  removePrivateQueries(client)
  client.setQueryData(userKey, user)
}

/** Keeps the user query, which has observers and is set instead. */
function removePrivateQueries(client: QueryClient): void {
  closeLikes()
  closePasses()
  forgetUndone()
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] && queryKey[0] !== 'config' })
}

/** After a logout or reset: removes everything about the user from memory and storage. */
export function clearSession(client: QueryClient): void {
  forgetUser(client)
  forgetEndedSession()
  void clearPrivateData()
}

/** After the server has ended the session: keeps drafts and unsent messages in storage, for the user's next login. */
export function endSession(client: QueryClient): void {
  if (ownEnd.get() !== null) return clearSession(client)
  rememberEndedSession(client)
  dropStoredNotifications()
  forgetUser(client)
}

function forgetUser(client: QueryClient): void {
  recoveryOffer.set(null)
  void client.cancelQueries()
  removePrivateQueries(client)
  client.setQueryData(userKey, null)
}

export function signOutOtherTabs(): void {
  otherTabs.postMessage('signed out')
}

/** Signs this tab out when the user logs out in another one. */
export function followOtherTabs(client: QueryClient): () => void {
  const onLogout = () => clearSession(client)
  otherTabs.addEventListener('message', onLogout)
  return () => otherTabs.removeEventListener('message', onLogout)
}
