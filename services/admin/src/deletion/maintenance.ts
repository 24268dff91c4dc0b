import { repeat } from '@zing/kit/timing/repeat'
import type { Ctx } from '../context.ts'
import { deleteEvidenceOf } from '../evidence/evidence-store.ts'
import { deleteOldEvidence } from '../evidence/retention.ts'
import type { Models } from '../models/models.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import { deleteOldLogos } from '../settings/logos.ts'
import { deleteOlder } from './delete-older.ts'

const EVERY_MS = 10 * 60 * 1_000
/** Every report is stored or refused before its evidence has this age. */
export const MIN_ORPHAN_AGE_MS = 60 * 60 * 1_000
const PAGE = 200

/** Deletes evidence that a crash left without a report, old evidence and logos, and late writes from before a reset. */
export function startMaintenance(ctx: Pick<Ctx, 'models' | 'nats' | 'relay' | 'log'>): {
  stop(): Promise<void>
} {
  const { models, log } = ctx
  return repeat(
    async () => {
      const epoch = await currentEpoch({ models })
      if (epoch > 0) await deleteOlder(models, epoch)
      const [orphans, old] = [await deleteOrphans(models), await deleteOldEvidence(ctx, new Date())]
      const logos = await deleteOldLogos(ctx, new Date())
      return orphans + old + logos > 0
    },
    {
      everyMs: EVERY_MS,
      idleMs: EVERY_MS,
      onFailure: (err) => log.warn({ err }, 'maintenance failed, will be retried'),
    },
  )
}

export async function deleteOrphans(models: Models): Promise<number> {
  const { Case, Evidence } = models
  const isOld = { createdAt: { $lt: new Date(Date.now() - MIN_ORPHAN_AGE_MS) } }
  let deleted = 0
  for (let after = 0, isLast = false; !isLast; ) {
    const page = await Evidence.find({ _id: { $gt: after }, ...isOld }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean()
    const ids = page.map(({ _id }) => _id)
    const cases = await Case.find({ 'reports.id': { $in: ids }, hasEvidence: true }, { 'reports.id': 1 }).lean<
      { reports: { id: number }[] }[]
    >()
    const reported = new Set(cases.flatMap(({ reports }) => reports.map(({ id }) => id)))
    const orphans = ids.filter((id) => !reported.has(id))
    if (orphans.length > 0) deleted += await deleteEvidenceOf(models, orphans)
    after = ids.at(-1) ?? after
    isLast = ids.length < PAGE
  }
  return deleted
}
