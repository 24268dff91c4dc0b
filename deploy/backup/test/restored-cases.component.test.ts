import path from 'node:path'
import { audited } from '@zing/admin/audit/audit'
import { append } from '@zing/admin/audit/hash-chain'
import { verifyAudit } from '@zing/admin/audit/verify-audit'
import { newCase } from '@zing/admin/cases/reports/case-reports'
import { aboutCase } from '@zing/admin/cases/rules/case-change'
import { outboxOf } from '@zing/admin/evidence/case-seal'
import type { CaseDocument } from '@zing/admin/models/case'
import { createModels, type Models } from '@zing/admin/models/models'
import { startEmbeddedMongo } from '@zing/embedded-mongo/start-embedded-mongo'
import mongoose from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../packages/dev-env/test/fake-environment.ts'
import { restoreBackup } from '../src/restore-backup.ts'
import { writeBackup } from '../src/write-backup.ts'

async function startServer() {
  const server = await startEmbeddedMongo({ port: 0, dataDir: temporaryFolder() })
  const connection = await mongoose.createConnection(server.url).asPromise()
  onTestFinished(async () => {
    await connection.close()
    await server.stop()
  })
  return { client: connection.getClient(), models: createModels(connection.useDb('zing_admin')) }
}

/** Adds the entry of a write that left the case like this. */
async function logWrite(models: Models, stored: CaseDocument, action: 'report.created' | 'case.noted'): Promise<void> {
  for (const { id, at, payload } of outboxOf(stored, [audited(aboutCase(stored, 9, action))]))
    await append(models, { entryId: id, at, content: JSON.stringify(payload) })
}

function caseOf(id: number): CaseDocument {
  const evidence = { category: 'hate' as const, text: null, createdAt: new Date(), selfieVersion: 0, evidenceHash: 'x' }
  const opened = newCase(id, { userId: id, report: { id, reporterId: 1, ...evidence }, dueAt: new Date(), epoch: 0 })
  return { ...opened, hasEvidence: false }
}

test('SEC-138 when cases change during a backup, audit:verify finds no faults after the restore', async () => {
  const [{ client, models }, other] = [await startServer(), await startServer()]
  const [same, changed, opened] = [caseOf(1), caseOf(2), caseOf(3)]
  for (const stored of [same, changed]) await models.Case.create({ ...stored, outbox: [] })
  for (const stored of [same, changed, opened]) await logWrite(models, stored, 'report.created')
  const note = { id: 1, authorId: 9, text: 'Odd.', createdAt: new Date() }
  await logWrite(models, { ...changed, notes: [note] }, 'case.noted') // after the backup has read the cases

  const folder = path.join(temporaryFolder(), 'backup')
  await writeBackup(client, folder, () => {})
  const lines: string[] = []
  await restoreBackup(other.client, folder, { drop: false, log: (line) => lines.push(line) })
  expect(lines).toContain('3 cases changed during the backup. The audit log says how they were restored.')
  const { log, cases } = await verifyAudit(other.models)
  expect([...log.faults, ...cases.faults]).toEqual([])
  expect([log.entries, cases.cases]).toEqual([7, 2])

  await other.models.Case.updateOne({ _id: 2 }, { $set: { userId: 7 } })
  expect((await verifyAudit(other.models)).cases.faults).toEqual(['case 2 has been changed'])
})
