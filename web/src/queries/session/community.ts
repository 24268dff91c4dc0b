import { queryOptions } from '@tanstack/react-query'
import { shellCommunityOf } from '@zing/proto/community/shell'
import { getCommunity } from '@zing/proto/http/community'
import { call } from '../../lib/http/call.ts'
import { communityStore } from '../../lib/state/community.ts'

const STALE_MS = 5 * 60 * 1_000

/** The community with rules, terms and privacy policy, which only their own screens need. */
export const communityQuery = queryOptions({
  queryKey: ['community'],
  queryFn: () => call(null, getCommunity),
  staleTime: STALE_MS,
})

/** Shows the settings of now, after they were changed here. */
export async function refreshCommunity(): Promise<void> {
  communityStore.set(shellCommunityOf(await call(null, getCommunity)))
}
