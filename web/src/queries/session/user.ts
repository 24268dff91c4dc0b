import { t } from '@lingui/core/macro'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ANONYMOUS_ATTRIBUTE } from '@zing/proto/client-routes'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { deleteAccount, recoverAccount } from '@zing/proto/http/account'
import { checkPassword, checkUsername, getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import { createLoginOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import type { User } from '@zing/proto/profiles/users'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { signWithPasskey } from '../../lib/device/passkeys.ts'
import { call, hasCode, isSignedOut } from '../../lib/http/call.ts'
import { rememberDevice } from '../../lib/state/known-device.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { rememberKeepsChats } from '../chat/keeps-chats.ts'
import { ownEnd } from './ended-session.ts'
import { dropSessionData } from './private-data.ts'
import { retryUnavailable } from './query-client.ts'
import { clearSession, endSession, signOutOtherTabs, startSession } from './session.ts'
import { setCachedUser } from './set-cached-user.ts'
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
      const user = await call(client, getUser)
      rememberDevice()
      const known = client.getQueryData<User | null>(userKey)
      if (known && known.id !== user.id) startSession(user) // another tab has signed in another user
      return user
    } catch (error) {
      if (!isSignedOut(error)) throw error
      endSession(client)
      return signedOut()
    }
  },
})

function signedOut(): null {
  dropSessionData()
  return null
}

export function useLogin() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof login>) => call(null, login, { body }),
    onSuccess: (user) => void startSession(user),
  })
}

/** Signs in with a passkey that the user chooses; null if the user leaves the browser's dialog. */
export function useLogInWithPasskey() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: async () => {
      const { id, options } = await call(null, createLoginOptions)
      const passkey = await signWithPasskey(options)
      return passkey && call(null, logInWithPasskey, { body: { id, passkey } })
    },
    onSuccess: (user) => {
      if (user) startSession(user)
    },
  })
}

export function useRegister() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof registerUser>) => call(null, registerUser, { body }),
    onSuccess: (user) => void startSession(user),
  })
}

export function useRecoverAccount() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof recoverAccount>) => call(null, recoverAccount, { body }),
    onSuccess: (user) => void startSession(user),
  })
}

export function useLogout() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => call(null, logout),
    onMutate: () => ownEnd.set('logout'),
    onError: () => ownEnd.set(null),
    onSuccess: () => {
      clearSession(client)
      rememberDevice() // the response has cleared the storage
      rememberKeepsChats()
      signOutOtherTabs()
    },
  })
}

/** While `ownEnd` is set, the landing screen confirms the deletion. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => call(null, deleteAccount),
    onMutate: () => ownEnd.set('deletion'),
    onError: () => ownEnd.set(null),
    onSuccess: () => {
      clearSession(client)
      signOutOtherTabs()
    },
  })
}

/** Sends changed fields, or a Blob for a selfie from a file. Shows the toasts itself: two screens use it with the same texts. */
export function useUpdateUser() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (body: BodyInputOf<typeof updateUser> | Blob) => call(client, updateUser, { body }),
    onSuccess: (user) => {
      setCachedUser(client, user)
      toast(t`Profile updated`, t`Your profile has been successfully updated.`)
    },
    onError: (error) =>
      hasCode(error, 'HAS_LINK')
        ? toastError(error.message, t`"${error.word ?? ''}" looks like one.`)
        : toastError(t`Update failed`, t`There was a problem updating your profile. Please try again.`),
  })
}

/** Returns why the password is refused, or null, also if it could not be checked: the registration checks it again. */
export async function findPasswordFault(body: BodyInputOf<typeof checkPassword>): Promise<string | null> {
  try {
    await call(null, checkPassword, { body })
    return null
  } catch (error) {
    return hasCode(error, 'COMMON_PASSWORD') ? error.message : null
  }
}

/** Returns true, or throws an error whose message says why the username is not available. */
export function isUsernameFree(username: string): Promise<boolean> {
  return call(null, checkUsername, { query: { username } }).then(({ available }) => available)
}
