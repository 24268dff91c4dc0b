import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listBlocks } from '@zing/proto/http/chat'
import { pollUnlessPushed } from '../../lib/device/push-health.ts'
import { call } from '../../lib/http/call.ts'
import { BLOCK_CHECK_MS } from '../../lib/limits.ts'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession } from '../../lib/state/per-session.ts'

/** Ids of the users whom the signed-in user has blocked. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ client }) => call(client, listBlocks),
  refetchInterval: pollUnlessPushed(BLOCK_CHECK_MS),
})

/** Users with a block, in either direction, of which this page was told. */
const hidden = perSession(() => new Set<number>())

/** Leaves out whom a block hides: the response of a service may be from before it has applied the block. */
export function withoutBlocked<T>(client: QueryClient, list: T[], idOf: (one: T) => number): T[] {
  const ids = hidden(client)
  return ids.size === 0 ? list : list.filter((one) => !ids.has(idOf(one)))
}

export function addBlock(client: QueryClient, userId: number): void {
  hidden(client).add(userId)
  client.setQueryData<number[]>(blocksQuery.queryKey, (ids) => ids && [...new Set([...ids, userId])])
}

export function removeBlock(client: QueryClient, userId: number): void {
  hidden(client).delete(userId)
  client.setQueryData<number[]>(blocksQuery.queryKey, (ids) => ids?.filter((id) => id !== userId))
}

/** Users who blocked the signed-in user while the page was open; the API does not list them. */
export const blockedBy = perSession(() => createStore<ReadonlySet<number>>(new Set()))

export function addBlockedBy(client: QueryClient, userId: number): void {
  hidden(client).add(userId)
  const blockers = blockedBy(client)
  blockers.set(new Set([...blockers.get(), userId]))
}

/** A user who matches or likes the signed-in user has no block, so an earlier one has ended. */
export function showAgain(client: QueryClient, userId: number): void {
  hidden(client).delete(userId)
  const blockers = blockedBy(client)
  if (blockers.get().has(userId)) blockers.set(new Set([...blockers.get()].filter((id) => id !== userId)))
}
