import { z } from 'zod/mini'
import { rpc } from './contract.ts'

/** The services that hold users' data. */
export const RESETTABLE = ['auth', 'social', 'chat'] as const

/** Raises the service's epoch and deletes everything older. Responds when that is done. Idempotent. */
export function resetOf(service: (typeof RESETTABLE)[number]) {
  return rpc(`rpc.${service}.reset`, ['admin'], z.object({ epoch: z.int() }), z.object({ epoch: z.int() }))
}
