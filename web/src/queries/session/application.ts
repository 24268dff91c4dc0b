import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { updateUser } from '@zing/proto/http/auth'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { retryUnavailable } from './query-client.ts'
import { setCachedUser } from './set-cached-user.ts'

/** Sends the applicant's answer to the newest question: the community's, or a moderator's. */
export function useApply() {
  return usePatch((application: string) => ({ application }))
}

export function useAcceptTerms() {
  return usePatch((acceptedTerms: number) => ({ acceptedTerms }))
}

/** Says nothing by itself, unlike `useUpdateUser`. */
function usePatch<Input>(bodyOf: (input: Input) => BodyInputOf<typeof updateUser>) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (input: Input) => call(client, updateUser, { body: bodyOf(input) }),
    onSuccess: (user) => setCachedUser(client, user),
  })
}
