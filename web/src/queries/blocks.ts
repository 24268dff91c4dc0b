import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listBlocks } from '@zing/proto/http/chat'
import { call } from '../lib/call.ts'
import { createStore } from '../lib/create-store.ts'
import { BLOCK_CHECK_MS } from '../lib/limits.ts'
import { pollUnlessPushed } from '../lib/push-health.ts'

/** Ids of the users whom the signed-in user has blocked. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: () => call(listBlocks),
  refetchInterval: pollUnlessPushed(BLOCK_CHECK_MS),
})

export function addBlock(client: QueryClient, userId: number): void {
  client.setQueryData<number[]>(blocksQuery.queryKey, (ids) => ids && [...new Set([...ids, userId])])
}

/** Users who blocked the signed-in user while the page was open; the API does not list them. */
export const blockedBy = createStore<ReadonlySet<number>>(new Set())

export function addBlockedBy(userId: number): void {
  blockedBy.set(new Set([...blockedBy.get(), userId]))
}

/** For the next user of this page. */
export function forgetBlockedBy(): void {
  blockedBy.set(new Set())
}
