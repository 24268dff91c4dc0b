import { audit } from '../audit/audit.ts'
import type { Ctx } from '../context.ts'
import { deleteEvidenceOf } from '../evidence/evidence-store.ts'
import type { CaseDocument } from '../models/case.ts'
import { aboutCase } from './rules/case-change.ts'

/**
 * Deletes a reported case with its evidence and appeals, after their audit entries. The case goes last, so that the
 * next run completes a deletion that a crash cut short. A case with an unpublished outbox waits for the next run.
 */
export async function deleteCase({ models, log }: Pick<Ctx, 'models' | 'log'>, stored: CaseDocument): Promise<void> {
  const { Case } = models
  const { _id, reports } = stored
  const appeals = await Case.find({ 'appeal.caseId': _id, kind: 'appeal' }).lean<CaseDocument[]>()
  const ids = [...appeals.map((appeal) => appeal._id), _id]
  if (await Case.exists({ _id: { $in: ids }, 'outbox.0': { $exists: true } })) return
  for (const one of [...appeals, stored])
    await audit({ models, log }, aboutCase(one, null, 'case.deleted'), `deleted:${one._id}`)
  await deleteEvidenceOf(
    models,
    reports.map(({ id }) => id),
  )
  for (const id of ids) await Case.deleteOne({ _id: id })
}
