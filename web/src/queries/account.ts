import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import {
  changePassword,
  confirmPassword,
  createRecoveryCodes,
  endOtherSessions,
  endSession,
  listSessions,
  updateAccount,
} from '@zing/proto/http/account'
import type { AccountSession } from '@zing/proto/sessions'
import { ApiError, call } from '../lib/call.ts'
import { FAIL_OFFLINE } from '../lib/online.ts'
import { userKey } from './user-key.ts'

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof changePassword>) => call(changePassword, { body }),
    onSuccess: () => keepSessions(client, ({ current }) => current),
  })
}

/** The devices that are signed in; fetched again at each visit, since they change elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: () => call(listSessions),
  refetchOnMount: 'always',
})

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: string) => call(endSession, { params: { id } }).catch(ignoreMissing),
    onSuccess: (_, ended) => keepSessions(client, ({ id }) => id !== ended),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => keepSessions(client, ({ current }) => current),
  })
}

/** Gives the password again, which opens sensitive calls for a while. */
export function useConfirmPassword() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (password: string) => call(confirmPassword, { body: { password } }),
  })
}

/** The codes are in the result alone, in no cache. */
export function useCreateRecoveryCodes() {
  return useMutation({ ...FAIL_OFFLINE, gcTime: 0, mutationFn: () => call(createRecoveryCodes) })
}

export function useUpdateAccount() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof updateAccount>) => call(updateAccount, { body }),
    onSuccess: (user) => {
      void client.cancelQueries({ queryKey: userKey }) // an earlier response must not undo the change
      client.setQueryData(userKey, user)
    },
  })
}

/** A session that is not there any more has ended elsewhere. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

function keepSessions(client: QueryClient, isKept: (session: AccountSession) => boolean): Promise<void> {
  client.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter(isKept))
  return client.invalidateQueries(sessionsQuery)
}
