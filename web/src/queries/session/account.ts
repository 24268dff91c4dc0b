import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PasskeyCreationOptions } from '@zing/proto/accounts/passkeys'
import type { AccountSession } from '@zing/proto/accounts/sessions'
import type { BodyInputOf } from '@zing/proto/endpoint'
import {
  changePassword,
  confirmPassword,
  createRecoveryCodes,
  endOtherSessions,
  endSession,
  listSessions,
} from '@zing/proto/http/account'
import { createExport } from '@zing/proto/http/exports'
import {
  addPasskey,
  confirmWithPasskey,
  createConfirmOptions,
  createPasskeyOptions,
  listPasskeys,
  removePasskey,
} from '@zing/proto/http/passkeys'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { createPasskey, signWithPasskey } from '../../lib/device/passkeys.ts'
import { ApiError, call } from '../../lib/http/call.ts'
import { recoveryCodesQuery } from './own-account.ts'

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof changePassword>) => call(client, changePassword, { body }),
    onSuccess: () =>
      Promise.all([
        keepSessions(client, ({ current }) => current),
        client.invalidateQueries(passkeysQuery),
        client.invalidateQueries(recoveryCodesQuery),
      ]),
  })
}

/** The devices that are signed in; fetched again at each visit, since they change elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ client }) => call(client, listSessions),
  refetchOnMount: 'always',
})

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: string) => call(client, endSession, { params: { id } }).catch(ignoreMissing),
    onSuccess: (_, ended) => keepSessions(client, ({ id }) => id !== ended),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: () => call(client, endOtherSessions),
    onSuccess: () => keepSessions(client, ({ current }) => current),
  })
}

/** Gives the password again, which opens sensitive calls for a while. */
export function useConfirmPassword() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (password: string, { client }) => call(client, confirmPassword, { body: { password } }),
  })
}

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ client }) => call(client, listPasskeys),
  refetchOnMount: 'always',
})

/** Begins a passkey: the server asks for the confirmation here. */
export function useCreatePasskeyOptions() {
  const client = useQueryClient()
  return useMutation({ ...FAIL_OFFLINE, gcTime: 0, mutationFn: () => call(client, createPasskeyOptions) })
}

/** Creates the passkey in the browser's dialog and stores it; null if the user leaves the dialog. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: async ({ name, options }: { name: string; options: PasskeyCreationOptions }) => {
      const passkey = await createPasskey(options)
      return passkey && call(client, addPasskey, { body: { name, passkey } })
    },
    onSuccess: () => client.invalidateQueries(passkeysQuery),
  })
}

export function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: string) => call(client, removePasskey, { params: { id } }).catch(ignoreMissing),
    onSuccess: (_, removed) => {
      client.setQueryData(passkeysQuery.queryKey, (passkeys) => passkeys?.filter(({ id }) => id !== removed))
      return client.invalidateQueries(passkeysQuery)
    },
  })
}

/** Confirms with a passkey in place of the password; false if the user leaves the browser's dialog. */
export function useConfirmWithPasskey() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call(client, createConfirmOptions))
      if (passkey) await call(client, confirmWithPasskey, { body: { passkey } })
      return passkey !== null
    },
  })
}

/** The codes are in the result alone, in no cache. */
export function useCreateRecoveryCodes() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    gcTime: 0,
    mutationFn: () => call(client, createRecoveryCodes),
    onSuccess: ({ codes }) => client.setQueryData(recoveryCodesQuery.queryKey, { unused: codes.length }),
  })
}

/** Begins a copy of all data of the user; the path of its download is in the result alone. */
export function useCreateExport() {
  const client = useQueryClient()
  return useMutation({ ...FAIL_OFFLINE, gcTime: 0, mutationFn: () => call(client, createExport) })
}

/** Ignores a 404: the thing has ended or been removed elsewhere. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

function keepSessions(client: QueryClient, isKept: (session: AccountSession) => boolean): Promise<void> {
  client.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter(isKept))
  return client.invalidateQueries(sessionsQuery)
}
