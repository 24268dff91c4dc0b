import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ANONYMOUS_ATTRIBUTE } from '@zing/proto/client-routes'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { deleteAccount, recoverAccount } from '@zing/proto/http/account'
import { checkUsername, getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import { createLoginOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import type { User } from '@zing/proto/users'
import { call, isSignedOut } from '../lib/call.ts'
import { rememberDevice } from '../lib/known-device.ts'
import { FAIL_OFFLINE } from '../lib/online.ts'
import { signWithPasskey } from '../lib/passkeys.ts'
import { recoveryOffer } from '../lib/recovery-offer.ts'
import { toast, toastError } from '../ui/toast-store.ts'
import { endedSession, forgetEndedSession, ownEnd, rememberEndedSession } from './ended-session.ts'
import { closeLikes } from './likes.ts'
import { clearPrivateData } from './private-data.ts'
import { dropStoredNotifications } from './stored-notifications.ts'
import { userKey } from './user-key.ts'

/** Signed-in user, or null; a page that was served as anonymous needs no first request. */
export const userQuery = queryOptions({
  queryKey: userKey,
  queryFn: async ({ client }): Promise<User | null> => {
    const root = document.documentElement
    if (root.hasAttribute(ANONYMOUS_ATTRIBUTE)) {
      root.removeAttribute(ANONYMOUS_ATTRIBUTE) // valid for the first request only
      return signedOut()
    }
    try {
      const user = await call(getUser)
      rememberDevice()
      return user
    } catch (error) {
      if (!isSignedOut(error)) throw error
      rememberEndedSession(client)
      return signedOut()
    }
  },
})

function signedOut(): null {
  dropStoredNotifications()
  return null
}

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof login>) => call(login, { body }),
    onSuccess: (user) => setSession(client, user),
  })
}

/** Signs in with a passkey that the user chooses; null if the user leaves the browser's dialog. */
export function useLogInWithPasskey() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: async () => {
      const { id, options } = await call(createLoginOptions)
      const passkey = await signWithPasskey(options)
      return passkey && call(logInWithPasskey, { body: { id, passkey } })
    },
    onSuccess: (user) => {
      if (user) setSession(client, user)
    },
  })
}

export function useRegister() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof registerUser>) => call(registerUser, { body }),
    onSuccess: (user) => setSession(client, user),
  })
}

export function useRecoverAccount() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof recoverAccount>) => call(recoverAccount, { body }),
    onSuccess: (user) => setSession(client, user),
  })
}

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => call(logout),
    onMutate: () => ownEnd.set('logout'),
    onError: () => ownEnd.set(null),
    onSuccess: () => {
      clearSession(client)
      rememberDevice() // the response has cleared the storage
      otherTabs.postMessage('signed out')
    },
  })
}

/** The landing screen tells that it is done, as long as `ownEnd` says so. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => call(deleteAccount),
    onMutate: () => ownEnd.set('deletion'),
    onError: () => ownEnd.set(null),
    onSuccess: () => {
      clearSession(client)
      otherTabs.postMessage('signed out')
    },
  })
}

/** Shows the toasts itself, because two screens use it with the same texts. */
export function useUpdateUser() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof updateUser>) => call(updateUser, { body }),
    onSuccess: (user) => {
      void client.cancelQueries({ queryKey: userKey }) // an earlier response must not undo the change
      client.setQueryData(userKey, user)
      toast('Profile updated', 'Your profile has been successfully updated.')
    },
    onError: () => toastError('Update failed', 'There was a problem updating your profile. Please try again.'),
  })
}

/** Returns true, or throws an error whose message says why the username is not available. */
export function isUsernameFree(username: string): Promise<boolean> {
  return call(checkUsername, { query: { username } }).then(({ available }) => available)
}

function setSession(client: QueryClient, user: User): void {
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

const otherTabs = new BroadcastChannel('zing-session')

/** Signs this tab out when the user logs out in another one. */
export function followOtherTabs(client: QueryClient): () => void {
  const onLogout = () => clearSession(client)
  otherTabs.addEventListener('message', onLogout)
  return () => otherTabs.removeEventListener('message', onLogout)
}
