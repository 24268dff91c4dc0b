import { randomBytes } from 'node:crypto'
import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { createAppeal } from '@zing/proto/http/reports'
import { resetAll } from '@zing/proto/http/staff/admin'
import { addCaseNote, decideHeld, releaseCase, undoDecision } from '@zing/proto/http/staff/moderation'
import { EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import { reportBanMatch } from '@zing/proto/nats/rpc/admin'
import { RESETTABLE, resetOf } from '@zing/proto/nats/rpc/reset'
import { request } from '@zing/testing/request'
import { describe, expect, test } from 'vitest'
import { hashOf } from '../../src/audit/hash-chain.ts'
import { verifyAudit } from '../../src/audit/verify-audit.ts'
import { deleteOldEvidence } from '../../src/evidence/retention.ts'
import { photoOf } from '../moderation-world.ts'
import { PIN } from '../setup-admin.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, decided, claim, view, audit, auditHead, evidence, cases, outboxesEmpty } = moderation
const { appeals, anonymous, auth, held, users, background, serveRpcAs } = moderation
const [mia, noah] = [newUser({ role: 'moderator' }), newUser({ role: 'moderator' })]
const admin = newUser({ role: 'admin' })
for (const service of RESETTABLE)
  await serveRpcAs(service, [rpcHandler(resetOf(service), async ({ epoch }) => ({ epoch }))])

const WHOLE = { log: { faults: [] }, cases: { faults: [] } }

async function faults(expected: string[] = []): Promise<string[]> {
  const { log, cases } = await verifyAudit(background.models, expected)
  return [...log.faults, ...cases.faults]
}

async function appealOf(reported: { id: number }, decisionId: number): Promise<number> {
  const token = randomBytes(32).toString('base64url')
  appeals.set(token, { userId: reported.id, decisionId })
  const { status, body } = await anonymous.call(createAppeal, { body: { token, text: 'That was not me.' } })
  expect(status).toBe(201)
  return body.id
}

/** Changes cases in every possible way; the outboxes may still have entries. */
async function work() {
  const { reported, caseId } = await newCase({ text: 'He insults me' })
  await newUser().report(reported, { category: 'hate' })
  const other = await newCase()
  await claim(mia, other.caseId)
  await mia.call(releaseCase, { params: { id: other.caseId } })
  await mia.call(addCaseNote, { params: { id: other.caseId }, body: { text: 'Odd.' } })
  await claim(mia, other.caseId)
  await claim(mia, other.caseId) // renewed
  await decided(mia, other.caseId, { action: 'warn', reason: 'hate' })
  const { id } = await decided(noah, caseId, { action: 'ban', reason: 'hate', text: 'No insults.' })
  const appealId = await appealOf(reported, id)
  await decided(mia, appealId, { action: 'lift', reason: 'mistake' })
  expect((await admin.call(undoDecision, { params: { id: appealId } })).status).toBe(200)
  const again = newUser({ photo: photoOf(10) })
  const match = { matchId: `${again.id}`, userId: again.id, sign: 'photo' as const, bannedUserId: reported.id }
  await request(auth, reportBanMatch, { ...match, decisionId: id, epoch: 0 })
  const [spammer, receiver] = [newUser(), newUser()]
  const times = { createdAt: new Date(0).toISOString(), reason: 'links' as const }
  held.push({
    id: spammer.id,
    seq: 1,
    senderId: spammer.id,
    receiverId: receiver.id,
    content: 'Buy',
    ...times,
  })
  const rejection = { action: 'reject', messageIds: [spammer.id], category: 'scam' }
  expect((await mia.call(decideHeld, { params: { userId: spammer.id }, body: rejection })).status).toBe(200)
  await view(mia, caseId)
  return { reported, caseId, appealId, other }
}

describe('audit:verify finds no faults', () => {
  test('after every kind of change, with entries that are not in the log yet', async () => {
    await work()
    expect(await verifyAudit(background.models)).toMatchObject(WHOLE)
  })

  test('while cases change, and are deleted with their evidence at its end', async () => {
    const later = (days: number) => new Date(Date.now() + EVIDENCE_KEPT_MS + days)
    const found: string[] = []
    let isDone = false
    async function verifyUntilDone(): Promise<void> {
      while (!isDone) found.push(...(await faults()))
    }
    async function workAndDelete(): Promise<void> {
      for (let round = 0; round < 3; round++) {
        const [{ reported }] = await Promise.all([work(), work()])
        users.delete(reported.id)
        await deleteOldEvidence(background, later(round))
      }
      await outboxesEmpty()
      await deleteOldEvidence(background, later(4))
    }
    await Promise.all([verifyUntilDone(), workAndDelete().finally(() => (isDone = true))])
    expect(found).toEqual([])
    const actions = (await moderation.auditEntries()).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['case.deleted', 'evidence.deleted']))
    expect(await faults()).toEqual([])
  })
})

describe('SEC-138 audit:verify notices', async () => {
  const { reported, caseId, appealId } = await work()
  await outboxesEmpty()
  const [reportId = 0, secondId = 0] = (await read(caseId)).reports.map(({ id }) => id)

  async function read(id: number) {
    const stored = await cases.findOne({ _id: id })
    if (!stored) throw new Error('no such case')
    return stored
  }
  const set = (id: number, fields: Record<string, unknown>) => cases.updateOne({ _id: id }, { $set: fields })

  test.each<[string, () => Promise<unknown>]>([
    ['a removed report', async () => set(caseId, { reports: (await read(caseId)).reports.slice(1) })],
    [
      'an invented report',
      async () => {
        const { reports } = await read(caseId)
        return set(caseId, { reports: [...reports, { ...reports[0], id: 987_654, reporterId: 4_711 }] })
      },
    ],
    ['another category', () => set(caseId, { 'reports.0.category': 'other' })],
    ['other words of a reporter', () => set(caseId, { 'reports.0.text': 'He is nice' })],
    ['another reporter', () => set(caseId, { 'reports.1.reporterId': mia.id })],
    ['another reported user', () => set(caseId, { userId: mia.id })],
    ['a rewritten decision', () => set(caseId, { 'decisions.0.action': 'warn' })],
    ['another moderator of a decision', () => set(caseId, { 'decisions.0.decidedBy': mia.id })],
    ['other words of a decision', () => set(caseId, { 'decisions.0.text': 'Sorry.' })],
    ['an invented undo', () => set(caseId, { 'decisions.0.undoneAt': new Date(), 'decisions.0.undoneBy': 1 })],
    ['a removed decision', () => set(caseId, { decisions: [] })],
    ['an invented note', () => set(caseId, { notes: [{ id: 1, authorId: mia.id, text: 'x', createdAt: new Date() }] })],
    ['other words of an appeal', () => set(appealId, { 'appeal.text': 'It was me.' })],
    ['the answer to an appeal as not undone', () => set(appealId, { 'decisions.0.undoneAt': null })],
    ['a reopened case', () => set(caseId, { status: 'open', closedAt: null })],
    ['another end in the queue', () => set(caseId, { dueAt: new Date(0) })],
    ['a field that a case does not have', () => set(caseId, { isHidden: true })],
    ['a case without reports', () => cases.updateOne({ _id: caseId }, { $unset: { reports: 1 } })],
    ['a case from before an invented reset', () => set(caseId, { epoch: -1 })],
  ])('%s', async (_what, tamper) => {
    const before = await read(caseId)
    const appeal = await read(appealId)
    await tamper()
    expect(await faults()).toContainEqual(expect.stringMatching(/^case \d+ has been changed$/))
    await cases.replaceOne({ _id: caseId }, before)
    await cases.replaceOne({ _id: appealId }, appeal)
    expect(await faults()).toEqual([])
  })

  test('deleted evidence, even if the case says that its time was over', async () => {
    const stored = await evidence.findOne({ _id: reportId })
    await evidence.deleteOne({ _id: reportId })
    expect(await faults()).toEqual([`the evidence of report ${reportId} is missing (case ${caseId})`])
    await set(caseId, { hasEvidence: false })
    expect(await faults()).toEqual([`case ${caseId} has been changed`])
    await set(caseId, { hasEvidence: true })
    if (stored) await evidence.insertOne(stored)
    expect(await faults()).toEqual([])
  })

  test('evidence that was swapped with other evidence', async () => {
    const [one, two] = [await evidence.findOne({ _id: reportId }), await evidence.findOne({ _id: secondId })]
    await evidence.updateOne({ _id: reportId }, { $set: { json: two?.json ?? '' } })
    expect(await faults()).toEqual([`the evidence of report ${reportId} has been changed (case ${caseId})`])
    await evidence.updateOne({ _id: reportId }, { $set: { json: one?.json ?? '' } })
  })

  test('a removed case and an invented case', async () => {
    const stored = await read(caseId)
    await cases.deleteOne({ _id: caseId })
    expect(await faults()).toContain(`case ${caseId} is missing`)
    await cases.insertOne({ ...stored, _id: 987_654_321, outbox: [] })
    expect(await faults()).toContain('case 987654321 is not in the log')
    await cases.deleteOne({ _id: 987_654_321 })
    await cases.insertOne({ ...stored, outbox: [] })
    expect(await faults()).toEqual([])
  })

  test('an entry that was removed from an outbox before it was in the log', async () => {
    moderation.unavailable.add('blocks') // later entries of the outbox wait for the block
    const made = await newCase({ block: true })
    expect(await faults()).toEqual([])
    await cases.updateOne({ _id: made.caseId }, { $set: { outbox: [] } })
    expect(await faults()).toEqual([`case ${made.caseId} is not in the log`])
    await cases.deleteOne({ _id: made.caseId })
    moderation.unavailable.delete('blocks')
  })

  test('a log that was emptied, or that went on after its end was cut off', async () => {
    await outboxesEmpty()
    const stored = await audit.find().sort({ _id: 1 }).toArray()
    const last = stored.at(-1)
    await audit.deleteMany({})
    const found = await faults()
    expect(found).toContain(`entry ${last?._id}, once the last one, is missing or another one`)
    expect(found).toContain(`case ${caseId} is not in the log`)

    await audit.insertMany(stored.slice(0, -1))
    expect(await faults()).toContain(`entry ${last?._id}, once the last one, is missing or another one`)
    await view(noah, appealId)
    expect(await faults()).toContain(`an entry is missing before ${Number(last?._id) + 1}`)
    if (last) await audit.insertOne(last)
    expect((await faults()).filter((fault) => !fault.startsWith('case'))).toEqual([])
  })

  test('a new log with valid hashes, by its head or by a hash from a log line', async () => {
    const stored = await audit.find().sort({ _id: 1 }).toArray()
    const [head, lastHash = ''] = [await auditHead.findOne({}), stored.at(-1)?.hash]
    let previousHash = stored[0]?.previousHash ?? ''
    for (const entry of stored) {
      const content = entry.content.replace(`"actorId":${noah.id}`, `"actorId":${mia.id}`)
      const forged = { ...entry, content, previousHash }
      previousHash = hashOf(forged)
      await audit.replaceOne({ _id: entry._id }, { ...forged, hash: previousHash })
    }
    const changed = expect.stringMatching(/^entry \d+, once the last one, is missing or another one$/)
    expect(await faults()).toContainEqual(changed)
    await auditHead.updateOne({}, { $set: { hash: previousHash } })
    expect(await faults()).not.toContainEqual(changed)
    expect(await faults([lastHash])).toContain(`no entry has the hash ${lastHash}`)

    for (const entry of stored) await audit.replaceOne({ _id: entry._id }, entry)
    await auditHead.updateOne({}, { $set: { hash: head?.hash ?? '' } })
    expect(await faults([lastHash])).toEqual([])
  })

  test('a reset without an entry, and an entry without a reset', async () => {
    const operator = newUser()
    await operator.verify(PIN)
    expect((await operator.call(resetAll, { body: { pin: PIN } })).body).toMatchObject({ success: true })
    await newUser().report(reported)
    expect(await faults()).toEqual([])
    await moderation.resets.updateOne({}, { $inc: { epoch: 1 } })
    expect(await faults()).toEqual(['2 resets, of which the log has 1'])
  })
})
