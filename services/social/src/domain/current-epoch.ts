import type { Ctx } from '../context.ts'

/** Filter that ignores documents of an older epoch, which a delayed write can store after the reset that deletes them. */
export function ofCurrentEpoch({ epoch }: Ctx): { epoch: { $gte: number } } {
  return { epoch: { $gte: epoch.current() } }
}
