import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ANONYMOUS_ATTRIBUTE } from '@zing/proto/client-routes'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { checkUsername, getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import type { User } from '@zing/proto/users'
import { ApiError, call } from '../lib/call.ts'
import { createStore } from '../lib/create-store.ts'
import { toast, toastError } from '../ui/toast-store.ts'
import { clearPrivateData } from './private-data.ts'
import { dropStoredNotifications } from './stored-notifications.ts'
import { userKey } from './user-key.ts'

/** Who is signed in here; null for nobody. The page may know for its first question. */
export const userQuery = queryOptions({
  queryKey: userKey,
  networkMode: 'always', // not paused while the browser says offline: a failure is shown, and may be tried again
  queryFn: async (): Promise<User | null> => {
    const page = document.documentElement
    if (page.hasAttribute(ANONYMOUS_ATTRIBUTE)) {
      page.removeAttribute(ANONYMOUS_ATTRIBUTE) // true when the page came, and perhaps not later
      return nobody()
    }
    try {
      return await call(getUser)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      return nobody()
    }
  },
})

function nobody(): null {
  dropStoredNotifications()
  return null
}

/** Who has logged out on purpose is led to the login, not to the landing screen. */
export const hasLoggedOut = createStore(false)

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof login>) => call(login, { body }),
    onSuccess: (user) => setSession(client, user),
  })
}

export function useRegister() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof registerUser>) => call(registerUser, { body }),
    onSuccess: (user) => setSession(client, user),
  })
}

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(logout),
    onMutate: () => hasLoggedOut.set(true), // at once: the socket may be closed before the answer is here
    onError: () => hasLoggedOut.set(false),
    onSuccess: () => {
      clearSession(client)
      otherTabs.postMessage('signed out')
    },
  })
}

/** Says how it went by itself: details and photos are changed on different screens, and the words are the same. */
export function useUpdateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof updateUser>) => call(updateUser, { body }),
    onSuccess: (user) => {
      void client.cancelQueries({ queryKey: userKey }) // what was asked before the change must not undo it
      client.setQueryData(userKey, user)
      toast('Profile updated', 'Your profile has been successfully updated.')
    },
    onError: () => toastError('Update failed', 'There was a problem updating your profile. Please try again.'),
  })
}

/** True if nobody has it; the error's message says why not. */
export function isUsernameFree(username: string): Promise<boolean> {
  return call(checkUsername, { query: { username } }).then(({ available }) => available)
}

function setSession(client: QueryClient, user: User): void {
  hasLoggedOut.set(false)
  forgetOthers(client)
  client.setQueryData(userKey, user)
}

/** Everything but who is signed in: that query is being watched, and told. */
function forgetOthers(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] && queryKey[0] !== 'config' })
}

/** Nothing of the person who was here stays: not in memory, not in storage. */
export function clearSession(client: QueryClient): void {
  void client.cancelQueries()
  forgetOthers(client)
  client.setQueryData(userKey, null)
  void clearPrivateData()
}

const otherTabs = new BroadcastChannel('zing-session')

/** Signing out in one tab signs out all of them. */
export function followOtherTabs(client: QueryClient): () => void {
  const hear = () => clearSession(client)
  otherTabs.addEventListener('message', hear)
  return () => otherTabs.removeEventListener('message', hear)
}
