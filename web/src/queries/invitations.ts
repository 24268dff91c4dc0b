import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { createInvitation, listInvitations, withdrawInvitation } from '@zing/proto/http/door'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { ApiError, call, callPage } from '../lib/http/call.ts'
import { communityQuery } from './community.ts'
import { useUser } from './session/user-context.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Those that still admit somebody, newest first; fetched at each visit, since people use them up. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['invitations'],
  queryFn: ({ client, pageParam }) => callPage(client, listInvitations, { query: { cursor: pageParam } }),
  initialPageParam: '', // the newest
  getNextPageParam: (page) => page.next,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
  refetchOnMount: 'always',
})

/** True for moderators and admins, and for members who have been here long enough. */
export function useMayInvite(): boolean {
  const { role, createdAt } = useUser()
  const { data: community } = useQuery({ ...communityQuery, refetchOnMount: true })
  const days = community?.invitations?.memberDays ?? null
  if (role) return true
  return days !== null && Date.now() - Date.parse(createdAt) >= days * DAY_MS
}

export function useCreateInvitation() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof createInvitation>) => call(client, createInvitation, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}

/** A 404 says that it has ended already. */
export function useWithdrawInvitation() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: number) =>
      call(client, withdrawInvitation, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}
