import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addFrame, startVerification, withdrawVerification } from '@zing/proto/http/verification'
import type { OwnVerification, VerificationMode } from '@zing/proto/moderation/verification'
import type { Notification } from '@zing/proto/notifications'
import type { User } from '@zing/proto/profiles/users'
import type { Pose } from '@zing/proto/vision/poses'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { call, hasCode } from '../lib/http/call.ts'
import { notificationsQuery } from './notifications.ts'
import { clientConfigQuery } from './session/client-config.ts'
import { retryUnavailable, retryUpTo } from './session/query-client.ts'
import { setCachedUser } from './session/set-cached-user.ts'
import { userKey } from './session/user-key.ts'

const FRAME_RETRIES = 4

/** Whether the community verifies its members; undefined while that is unknown. */
export function useVerificationMode(): VerificationMode | undefined {
  const { data } = useQuery(clientConfigQuery)
  return data && (data.verification ?? 'off')
}

/** Begins a verification, which the user has agreed to. */
export function useStartVerification() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // it replaces an earlier start
    mutationFn: () => call(client, startVerification, { body: { consent: true } }),
    onError: (error) => {
      if (hasCode(error, 'VERIFICATION_WAITS')) void client.invalidateQueries({ queryKey: userKey })
    },
  })
}

/** Sends the picture of a pose. After the last one the verification waits for a moderator. */
export function useAddFrame(id: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUpTo(FRAME_RETRIES), // idempotent for the same bytes
    mutationFn: ({ pose, picture }: { pose: Pose; picture: Blob }) =>
      call(client, addFrame, { params: { id }, query: { pose }, body: picture }),
    onSuccess: ({ missing }) => {
      if (missing.length === 0) setCachedUser(client, (user) => user && withVerification(user, { state: 'waiting' }))
    },
  })
}

/** Withdraws the consent: the badge goes, and all that the server has of the pictures. */
export function useWithdrawVerification() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUpTo(2), // idempotent
    mutationFn: () => call(client, withdrawVerification),
    onSuccess: () => {
      setCachedUser(client, (user) => user && withVerification(user, null))
      client.setQueryData(notificationsQuery.queryKey, (list) => list?.filter((one) => !isBadge(one)))
    },
  })
}

/** The server hides this notification too, but a list that was fetched before has it. */
function isBadge(one: Notification): boolean {
  return one.type === 'VERIFICATION' && one.payload.verified
}

function withVerification(user: User, verification: OwnVerification | null): User {
  const { verification: _, verified: __, ...others } = user
  return verification ? { ...others, verification } : others
}
