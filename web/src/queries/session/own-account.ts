import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { countRecoveryCodes, updateAccount } from '@zing/proto/http/account'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { retryUnavailable } from './query-client.ts'
import { setCachedUser } from './set-cached-user.ts'

// What the feed and the profile need of the account. The rest loads with its screens.

/** Number of unused codes; fetched at each visit, since the user may have used one elsewhere. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['account', 'recovery-codes'],
  queryFn: ({ client }) => call(client, countRecoveryCodes),
  refetchOnMount: 'always',
})

/** True if the user has no unused recovery code; false while that is unknown. */
export function useLacksRecoveryCodes(): boolean {
  return useQuery(recoveryCodesQuery).data?.unused === 0
}

export function useUpdateAccount() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (body: BodyInputOf<typeof updateAccount>) => call(client, updateAccount, { body }),
    onSuccess: (user) => setCachedUser(client, user),
  })
}
