import { recordOf } from '@zing/admin/audit/audit'
import { append } from '@zing/admin/audit/hash-chain'
import { aboutCase } from '@zing/admin/cases/rules/case-change'
import { sealOf } from '@zing/admin/evidence/case-seal'
import type { CaseDocument } from '@zing/admin/models/case'
import { createModels } from '@zing/admin/models/models'
import { operatorConnection } from '@zing/kit/mongo/operator-connection'
import type { mongo } from 'mongoose'

/**
 * Adds the restored state of cases that changed during the backup to the audit log. The backup read the log after the
 * cases, so that it has later entries. Returns the number of these cases.
 */
export async function noteRestoredCases(client: mongo.MongoClient, since: Date): Promise<number> {
  const models = createModels(operatorConnection(client, 'zing_admin'))
  const entries = await models.Audit.find({ at: { $gte: since } }, { content: 1 }).lean()
  const changed = new Map<number, number>()
  for (const { caseId, userId } of entries.flatMap((entry) => recordOf(entry) ?? []))
    if (caseId !== null && userId !== null) changed.set(caseId, userId)
  for (const [caseId, userId] of changed) {
    const stored = await models.Case.findById(caseId).lean<CaseDocument>()
    const record = stored
      ? { ...aboutCase(stored, null, 'case.restored'), seal: sealOf(stored) }
      : aboutCase({ _id: caseId, userId }, null, 'case.deleted')
    const at = new Date()
    await append(models, { entryId: `restored:${caseId}:${at.getTime()}`, at, content: JSON.stringify(record) })
  }
  return changed.size
}
