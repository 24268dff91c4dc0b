import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unblockUser } from '@zing/proto/http/chat'
import { listBlockedPeople } from '@zing/proto/http/social'
import type { BlockedPerson } from '@zing/proto/profiles/users'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { removeBlock } from '../chat/blocks.ts'
import { retryUpTo } from '../session/query-client.ts'

/** Fetched again at each visit, since blocks are made elsewhere. */
export const blockedPeopleQuery = queryOptions({
  queryKey: ['blocked-people'],
  queryFn: ({ client }) => call(client, listBlockedPeople),
  refetchOnMount: 'always',
})

/** Changes the list in place: social may not know yet that the block has ended. */
export function useUnblock() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: number) => call(client, unblockUser, { params: { id } }),
    retry: retryUpTo(2), // idempotent
    onSuccess: (_, unblocked) => {
      removeBlock(client, unblocked)
      client.setQueryData<BlockedPerson[]>(blockedPeopleQuery.queryKey, (list) =>
        list?.filter(({ id }) => id !== unblocked),
      )
    },
  })
}
