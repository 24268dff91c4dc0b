import type { QueryClient } from '@tanstack/react-query'
import type { User } from '@zing/proto/profiles/users'
import { createStore } from '../../lib/state/create-store.ts'
import { rememberDevice } from '../../lib/state/known-device.ts'
import { closeSession } from '../../lib/state/per-session.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { endedSession, forgetEndedSession, ownEnd, rememberEndedSession } from './ended-session.ts'
import { clearPrivateData, dropSessionData } from './private-data.ts'
import { createQueryClient } from './query-client.ts'
import { userKey } from './user-key.ts'

const otherTabs = new BroadcastChannel('zing-session')

/** The session of this page, with or without a user. The first session learns its user from the server. */
export const session = createStore(createQueryClient(endSession))

/** Begins the session of a user who has signed in; stored data of another user is removed. */
export function startSession(user: User): QueryClient {
  ownEnd.set(null)
  const ended = endedSession.get()
  if (ended && ended.userId !== user.id) void clearPrivateData()
  rememberDevice()
  return replaceSession(user)
}

/** After a logout or reset: removes everything about the user from memory and storage. */
export function clearSession(client: QueryClient): void {
  if (client !== session.get()) return
  if (client.getQueryData(userKey) !== null) replaceSession(null)
  forgetEndedSession()
  void clearPrivateData()
}

/** After the server has ended the session: keeps drafts and unsent messages in storage, for the user's next login. */
export function endSession(client: QueryClient): void {
  if (client !== session.get() || !client.getQueryData(userKey)) return
  if (ownEnd.get() !== null) return clearSession(client)
  rememberEndedSession(client)
  replaceSession(null)
}

/** Takes nothing over from the earlier session: not even a request in flight ends in the new one. */
function replaceSession(user: User | null): QueryClient {
  closeSession(session.get())
  const client = createQueryClient(endSession)
  client.setQueryData<User | null>(userKey, user)
  dropSessionData()
  if (ownEnd.get() === null) shownToast.set(null) // an own end has a toast of its own
  session.set(client)
  return client
}

export function signOutOtherTabs(): void {
  otherTabs.postMessage('signed out')
}

/** Signs this tab out when the user logs out in another one. */
export function followOtherTabs(): () => void {
  const onLogout = () => clearSession(session.get())
  otherTabs.addEventListener('message', onLogout)
  return () => otherTabs.removeEventListener('message', onLogout)
}
