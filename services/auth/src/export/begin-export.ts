import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { ExportDocument } from '../models/export.ts'
import { chunkKeyOf, MAX_ATTEMPTS } from './chunk-key.ts'
import { makeExport } from './write-export.ts'

const ALIVE_EVERY_MS = 2_000
/** After this long without an update, the process that makes a copy counts as ended. */
const LOST_MS = 10_000

/** Makes a copy in its turn. Until it ends, a timer marks the stored copy as alive. */
export function beginExport(ctx: Ctx, copy: ExportDocument): void {
  const { _id, attempt } = copy
  const timer = setInterval(() => {
    const alive = { $set: { aliveAt: new Date() } }
    ctx.models.Export.updateOne({ _id, attempt }, alive).catch(() => {}) // the next update follows soon
  }, ALIVE_EVERY_MS).unref()
  void ctx.exportJobs.begin((signal) => makeExport(ctx, copy, signal)).finally(() => clearInterval(timer))
}

/**
 * Restarts a copy whose process has ended. If several readers notice it, only one does so. 503 after MAX_ATTEMPTS,
 * since the copy itself may crash processes.
 */
export async function reviveIfLost(ctx: Ctx, copy: ExportDocument): Promise<ExportDocument> {
  const { _id, attempt, aliveAt, isComplete } = copy
  if (isComplete || Date.now() - aliveAt.getTime() < LOST_MS) return copy
  if (attempt + 1 >= MAX_ATTEMPTS) throw errors.unavailable()

  const begun = { $set: { attempt: attempt + 1, aliveAt: new Date(), bytes: 0, sent: [] } }
  const revived = await ctx.models.Export.findOneAndUpdate({ _id, attempt, isComplete: false }, begun, {
    returnDocument: 'after',
  }).lean()
  if (!revived) return copy // another reader was first
  ctx.log.info({ userId: copy.userId, attempt: revived.attempt }, 'export restarted')
  await ctx.models.ExportChunk.deleteMany({ exportId: chunkKeyOf(copy) })
  beginExport(ctx, revived)
  return revived
}
