import { WAITING } from '../applications/status.ts'
import type { Ctx } from '../context.ts'

/** A count of all documents reads none of them, and few accounts wait. */
export async function countMembers({ models }: Ctx): Promise<number> {
  const [all, waiting] = await Promise.all([
    models.User.countDocuments(),
    models.User.countDocuments({ status: { $in: WAITING } }),
  ])
  return Math.max(0, all - waiting)
}
