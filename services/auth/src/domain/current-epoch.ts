import type { Ctx } from '../context.ts'

/** Part of a filter: what an answer of the database that came late has written from before a reset counts for nothing. */
export function ofCurrentEpoch({ epoch }: Ctx): { epoch: { $gte: number } } {
  return { epoch: { $gte: epoch.current() } }
}
