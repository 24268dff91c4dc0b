import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import {
  decideApplication,
  decideInvited,
  getInvited,
  listApplications,
  type QueuedApplication,
} from '@zing/proto/http/staff/applications'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call, callPage } from '../../lib/http/call.ts'
import { CASES_POLL_MS } from '../../lib/limits.ts'
import { countDecision } from './breaks.ts'
import { asModerator, joined } from './moderation.ts'

const APPLICATIONS = ['moderation', 'applications'] as const

/** Polled, so that moderators see what others have decided. */
export function applicationsQuery(status: QueuedApplication['status']) {
  return infiniteQueryOptions({
    queryKey: [...APPLICATIONS, status],
    queryFn: ({ client, pageParam }) =>
      asModerator(client, () => callPage(client, listApplications, { query: { status, cursor: pageParam } })),
    initialPageParam: '', // the oldest
    getNextPageParam: (page) => page.next,
    select: (data) => joined(data, ({ user }) => user.id),
    refetchOnMount: 'always',
    refetchInterval: CASES_POLL_MS,
  })
}

/** Fetches the lists again in any case: a refusal means that they are out of date. */
export function useDecideApplication() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: ({ userId, body }: { userId: number; body: BodyInputOf<typeof decideApplication> }) =>
      asModerator(client, () => call(client, decideApplication, { params: { userId }, body })),
    onSuccess: () => countDecision(client),
    onSettled: () => client.invalidateQueries({ queryKey: APPLICATIONS }),
  })
}

/** Not kept: it changes elsewhere. */
export function invitedQuery(userId: number) {
  return queryOptions({
    queryKey: ['moderation', 'invited', userId],
    queryFn: ({ client }) => asModerator(client, () => call(client, getInvited, { params: { userId } })),
    gcTime: 0,
  })
}

export function useDecideInvited(userId: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof decideInvited>) =>
      asModerator(client, () => call(client, decideInvited, { params: { userId }, body })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: invitedQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: APPLICATIONS }),
      ]),
  })
}
