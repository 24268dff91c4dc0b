import { broadcast } from '@zing/kit/nats/broadcast'
import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { createAppeal } from '@zing/proto/http/reports'
import { resetAll } from '@zing/proto/http/staff/admin'
import { addCaseNote } from '@zing/proto/http/staff/moderation'
import { EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import { accountDeleted } from '@zing/proto/nats/broadcasts'
import { sanctionImposed } from '@zing/proto/nats/events'
import { RESETTABLE, resetOf } from '@zing/proto/nats/rpc/reset'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { deleteOrphans } from '../../src/deletion/maintenance.ts'
import { deleteOldEvidence } from '../../src/evidence/retention.ts'
import { createModels } from '../../src/models/models.ts'
import { PIN } from '../setup-admin.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, caseOf, view, claim, decide, queue, cases, evidence, auditEntries, outboxesEmpty } =
  moderation
const { auth, db, serveRpcAs, events, decided, anonymous, users, background } = moderation
const moderator = newUser({ role: 'moderator' })
for (const service of RESETTABLE)
  await serveRpcAs(service, [rpcHandler(resetOf(service), async ({ epoch }) => ({ epoch }))])

test('after an hour it deletes evidence without a report, and keeps evidence of a report', async () => {
  const { caseId } = await newCase()
  const reportId = (await cases.findOne({ _id: caseId }))?.reports[0]?.id ?? 0
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await evidence.updateOne({ _id: reportId }, { $set: { createdAt: hoursAgo(2) } })
  const json = '{}'
  await evidence.insertMany([
    { _id: 900_001, json, createdAt: hoursAgo(2), epoch: 0 },
    { _id: 900_002, json, createdAt: hoursAgo(0.5), epoch: 0 },
  ])
  expect(await deleteOrphans(createModels(db))).toBe(1)
  const left = await evidence.find({ _id: { $in: [reportId, 900_001, 900_002] } }).toArray()
  expect(left.map(({ _id }) => _id).toSorted((a, b) => a - b)).toEqual([900_002, reportId])
})

test('it keeps evidence for thirty days, while the sanction holds, and during an appeal', async () => {
  const at = new Date()
  const old = new Date(at.getTime() - EVIDENCE_KEPT_MS - 1)
  const closed = async (decision: object, closedAt = old) => {
    const made = await newCase()
    await decided(moderator, made.caseId, decision)
    await cases.updateOne({ _id: made.caseId }, { $set: { closedAt } })
    const reportId = (await cases.findOne({ _id: made.caseId }))?.reports[0]?.id ?? 0
    return { ...made, hasEvidence: async () => (await evidence.countDocuments({ _id: reportId })) === 1 }
  }
  const warn = { action: 'warn', reason: 'hate' }
  const ban = { action: 'ban', reason: 'hate' }
  const open = await newCase()
  const [recent, warned, banned, lifted, gone] = [
    await closed(warn, new Date(at.getTime() - EVIDENCE_KEPT_MS + 60_000)),
    await closed(warn),
    await closed(ban),
    await closed(ban),
    await closed(ban),
  ]
  const token = 'x'.repeat(43)
  const decisionId = (await cases.findOne({ _id: lifted.caseId }))?.decisions[0]?.id ?? 0
  moderation.appeals.set(token, { userId: lifted.reported.id, decisionId })
  const { body: appeal } = await anonymous.call(createAppeal, { body: { token, text: 'No.' } })
  users.delete(gone.reported.id)
  await outboxesEmpty()

  await deleteOldEvidence(background, at)
  const kept = await Promise.all([recent, warned, banned, lifted, gone].map(({ hasEvidence }) => hasEvidence()))
  expect(kept).toEqual([true, false, true, true, false])
  expect(await cases.countDocuments({ _id: { $in: [open.caseId, warned.caseId, gone.caseId] } })).toBe(2)
  const page = await view(moderator, warned.caseId)
  expect([page.status, page.body.reports, page.body.reportCount]).toEqual([200, [], 1])

  await decided(newUser({ role: 'moderator' }), appeal.id, { action: 'lift', reason: 'mistake' })
  expect(await deleteOldEvidence(background, at)).toBe(1)
  expect([await lifted.hasEvidence(), await banned.hasEvidence()]).toEqual([false, true])
  expect(await deleteOldEvidence(background, at)).toBe(0)
})

/** A decided case with ended evidence, and with words by two reporters and two moderators. */
async function newOldCase() {
  const [gone, other, colleague] = [newUser(), newUser(), newUser({ role: 'moderator' })]
  const { reported, caseId } = await newCase({ text: 'Mine' })
  for (const reporter of [gone, other]) await reporter.report(reported, { text: `Words of ${reporter.id}` })
  for (const author of [moderator, colleague])
    await author.call(addCaseNote, { params: { id: caseId }, body: { text: `Note of ${author.id}` } })
  await decided(moderator, caseId, { action: 'warn', reason: 'hate', text: 'Be kind.' })
  await outboxesEmpty()
  const endEvidence = () => deleteOldEvidence(background, new Date(Date.now() + EVIDENCE_KEPT_MS + 1_000))
  const words = async () => {
    const stored = await cases.findOne({ _id: caseId })
    return stored && [...stored.reports, ...stored.notes].map(({ text }) => text)
  }
  return { gone, other, colleague, reported, caseId, endEvidence, words }
}

test('SEC-120 the words of deleted reporters and moderators end with the evidence', async () => {
  const { gone, other, colleague, caseId, endEvidence, words } = await newOldCase()
  users.delete(gone.id)
  users.delete(colleague.id)
  await endEvidence()
  expect(await words()).toEqual(['Mine', null, `Words of ${other.id}`, `Note of ${moderator.id}`])
  const entry = (await auditEntries()).findLast((one) => one.caseId === caseId)
  expect(entry).toMatchObject({ action: 'evidence.deleted', actorId: null })
})

test('SEC-120 when the account is deleted later, its words and cases go at once', async () => {
  const { gone, colleague, reported, caseId, endEvidence, words } = await newOldCase()
  await endEvidence()
  await outboxesEmpty()
  const erase = ({ id }: { id: number }) => broadcast(auth, accountDeleted, { userId: id })
  erase(gone)
  erase(colleague)
  await vi.waitFor(async () => {
    expect(await words()).toEqual(['Mine', null, expect.any(String), `Note of ${moderator.id}`])
  }, WAIT)
  await outboxesEmpty()
  erase(reported)
  await vi.waitFor(async () => expect(await words()).toBeNull(), WAIT)
  const actions = (await auditEntries()).filter((one) => one.caseId === caseId).map(({ action }) => action)
  expect(actions.slice(-4)).toEqual(['evidence.deleted', 'words.deleted', 'words.deleted', 'case.deleted'])
})

test('a reset deletes reports and evidence, and keeps the audit log', async () => {
  const { reported, caseId } = await newCase()
  await claim(moderator, caseId)
  const before = await auditEntries()
  const operator = newUser()
  await operator.verify(PIN)
  expect((await operator.call(resetAll, { body: { pin: PIN } })).body).toMatchObject({ success: true })

  expect([await cases.countDocuments(), await evidence.countDocuments()]).toEqual([0, 0])
  expect((await auditEntries()).slice(0, before.length)).toEqual(before)
  expect((await auditEntries()).at(-1)).toMatchObject({ action: 'data.reset', actorId: operator.id })
  const gone = await view(moderator, caseId)
  expect([gone.status, gone.body]).toEqual([404, errors.caseNotFound().body])

  const reporter = newUser()
  expect((await reporter.report(reported)).status).toBe(201)
  const again = await caseOf(reported)
  expect((await queue(moderator)).body.map(({ id }) => id)).toEqual([again])
  await claim(moderator, again)
  await decide(moderator, again, { action: 'warn', reason: 'hate' })
  const taken = () => events.of(sanctionImposed).filter(({ userId }) => userId === reported.id)
  await vi.waitFor(() => expect(taken()).toMatchObject([{ action: 'warn', epoch: 1 }]), WAIT)
})

test('when a late write stores a case after a reset, moderators do not see it', async () => {
  const { caseId } = await newCase()
  await cases.updateOne({ _id: caseId }, { $set: { epoch: 0 } })
  expect((await view(moderator, caseId)).status).toBe(404)
  expect((await queue(moderator, { limit: 50 })).body.some(({ id }) => id === caseId)).toBe(false)
})
