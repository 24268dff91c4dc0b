import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { decideVerification, listVerifications } from '@zing/proto/http/staff/verifications'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call, callPage } from '../../lib/http/call.ts'
import { CASES_POLL_MS } from '../../lib/limits.ts'
import { countDecision } from './breaks.ts'
import { asModerator, joined } from './moderation.ts'

/** Polled, so that moderators see what others have decided. Not kept. */
export const verificationsQuery = infiniteQueryOptions({
  queryKey: ['moderation', 'verifications'],
  queryFn: ({ client, pageParam }) =>
    asModerator(client, () => callPage(client, listVerifications, { query: { cursor: pageParam } })),
  initialPageParam: '', // the oldest
  getNextPageParam: (page) => page.next,
  select: (data) => joined(data, ({ id }) => id),
  gcTime: 0,
  refetchOnMount: 'always',
  refetchInterval: CASES_POLL_MS,
})

/** Fetches the list again in any case: a refusal means that it is out of date. */
export function useDecideVerification() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: ({ id, body }: { id: number; body: BodyInputOf<typeof decideVerification> }) =>
      asModerator(client, () => call(client, decideVerification, { params: { id }, body })),
    onSuccess: () => countDecision(client),
    onSettled: () => void client.invalidateQueries({ queryKey: verificationsQuery.queryKey }),
  })
}
