import type { Ctx } from '../context.ts'
import { RESET_ID } from '../models/reset.ts'

/** The reset generation. Stored data belongs to it, and readers ignore older data. */
export async function currentEpoch({ models }: Pick<Ctx, 'models'>): Promise<number> {
  const reset = await models.Reset.findById(RESET_ID, { epoch: 1 }).lean()
  return reset?.epoch ?? 0
}
