import { z } from 'zod/mini'
import type { RpcContract, RpcResult } from './contract.ts'

/**
 * Pages of an owner's data in key order, for services with a replica. A page covers the keys after `after` (empty: from
 * the start) up to and including `next`. Without `next` it covers the rest.
 */
export const pageRequest = z.object({ after: z.string() })
/** The result: a page of such items. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) })
}
export type PageContract = RpcContract<typeof pageRequest, ReturnType<typeof pageOf<z.ZodMiniType>>>
export type PageItem<C extends PageContract> = RpcResult<C>['items'][number]
export const PAGE_SIZE = 500

/** Pages of a user's data, for the copy that the user downloads. `after` and `next` work as in `pageRequest`. */
export const exportRequest = z.object({ userId: z.int(), after: z.string() })
export type ExportContract = RpcContract<typeof exportRequest, ReturnType<typeof pageOf<z.ZodMiniType>>>
