import { randomBytes } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import { createAppeal } from '@zing/proto/http/reports'
import { undoDecision } from '@zing/proto/http/staff/moderation'
import { appealCreated, sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { getExportedAppeals, getExportedDecisions } from '@zing/proto/nats/rpc/admin'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const {
  newUser,
  newCase,
  caseOf,
  claim,
  decide,
  decided,
  view,
  appeals,
  anonymous,
  events,
  cases,
  auditEntries,
  outboxesEmpty,
} = moderation
const [mia, noah] = [newUser({ role: 'moderator' }), newUser({ role: 'moderator' })]
const admin = newUser({ role: 'admin' })

const appeal = (token: string, text = 'That was not me.') => anonymous.call(createAppeal, { body: { token, text } })
const of = <E extends { userId: number }>(all: E[], userId: number) => all.filter((event) => event.userId === userId)

const claimOf = ({ id }: { id: number }) => ({
  ...{ userId: id, since: new Date(), until: new Date(Date.now() + 60_000) },
  reportIds: [] as number[],
})

/** A suspended user with a token for an appeal from auth. */
async function newSuspended() {
  const { reported, caseId } = await newCase({ category: 'threats' })
  const decision = await decided(mia, caseId, { action: 'suspend', reason: 'threats', days: 30 })
  const token = randomBytes(32).toString('base64url')
  appeals.set(token, { userId: reported.id, decisionId: decision.id })
  return { reported, caseId, decision, token }
}

test('an appeal opens a new case with the evidence of the first case, and auth learns of it', async () => {
  const { reported, caseId, decision, token } = await newSuspended()
  const { status, body } = await appeal(token)
  expect([status, body]).toEqual([201, { id: expect.any(Number) }])
  const page = (await view(noah, body.id)).body
  expect(page).toMatchObject({
    kind: 'appeal',
    status: 'open',
    user: { id: reported.id },
    severity: 'critical',
    refusal: null,
    appeal: { caseId, text: 'That was not me.', decision: { id: decision.id, decidedBy: { id: mia.id } } },
  })
  expect(page.reports).toHaveLength(1)
  await vi.waitFor(
    () => expect(of(events.of(appealCreated), reported.id)).toMatchObject([{ decisionId: decision.id }]),
    WAIT,
  )
  const created = (await auditEntries()).filter(
    ({ action, caseId: of }) => action === 'appeal.created' && of === body.id,
  )
  expect(created).toMatchObject([{ actorId: reported.id }])
})

test('SEC-136 the moderator of the first decision may not decide the appeal, even as an admin', async () => {
  const { token } = await newSuspended()
  const { body } = await appeal(token)
  const refused = await claim(mia, body.id)
  expect([refused.status, refused.body]).toEqual([403, errors.ownDecision().body])
  await cases.updateOne({ _id: body.id }, { $set: { claim: claimOf(mia) } })
  expect((await decide(mia, body.id, { action: 'lift', reason: 'mistake' })).status).toBe(403)
  expect((await view(mia, body.id)).body.refusal).toBe('own-decision')
})

test('SEC-136 a moderator who reported the user may not decide the appeal', async () => {
  const [reporter, reported] = [newUser({ role: 'admin' }), newUser()]
  await reporter.report(reported, { category: 'threats' })
  const decision = await decided(mia, await caseOf(reported), { action: 'ban', reason: 'threats' })
  const token = randomBytes(32).toString('base64url')
  appeals.set(token, { userId: reported.id, decisionId: decision.id })
  const { id } = (await appeal(token)).body

  const refusal = [403, errors.ownCase().body]
  const refused = await claim(reporter, id)
  expect([refused.status, refused.body]).toEqual(refusal)
  await cases.updateOne({ _id: id }, { $set: { claim: claimOf(reporter) } })
  const uphold = await decide(reporter, id, { action: 'uphold', reason: 'threats' })
  expect([uphold.status, uphold.body]).toEqual(refusal)
  expect((await view(reporter, id)).body).toMatchObject({ refusal: 'own-case', status: 'open', decisions: [] })

  await cases.updateOne({ _id: id }, { $set: { claim: null } })
  await decided(noah, id, { action: 'lift', reason: 'mistake' })
  const undone = await reporter.call(undoDecision, { params: { id } })
  expect([undone.status, undone.body]).toEqual(refusal)
  expect((await view(reporter, id)).body.canUndo).toBe(false)
})

test('SEC-136 the admin of the first decision may not undo a lift by another moderator', async () => {
  const { reported, caseId } = await newCase({ category: 'threats' })
  const decision = await decided(admin, caseId, { action: 'ban', reason: 'threats' })
  const token = randomBytes(32).toString('base64url')
  appeals.set(token, { userId: reported.id, decisionId: decision.id })
  const { id } = (await appeal(token)).body
  await decided(noah, id, { action: 'lift', reason: 'mistake' })

  const refused = await admin.call(undoDecision, { params: { id } })
  expect([refused.status, refused.body]).toEqual([403, errors.ownDecision().body])
  expect((await view(admin, id)).body).toMatchObject({ status: 'closed', canUndo: false })
  await outboxesEmpty()
  expect(of(events.of(sanctionImposed), reported.id)).toHaveLength(1)
  const other = newUser({ role: 'admin' })
  expect((await view(other, id)).body.canUndo).toBe(true)
  expect((await other.call(undoDecision, { params: { id } })).status).toBe(200)
})

describe('SEC-136 after a lift the first moderator does not decide again', () => {
  const ownDecision = [403, errors.ownDecision().body]
  /** An admin has banned a user, who appeals. */
  async function bannedByAdmin() {
    const { reported, caseId } = await newCase({ category: 'threats' })
    const decision = await decided(admin, caseId, { action: 'ban', reason: 'threats' })
    const token = randomBytes(32).toString('base64url')
    appeals.set(token, { userId: reported.id, decisionId: decision.id })
    return { reported, caseId, appealId: (await appeal(token)).body.id }
  }

  test.each([
    { action: 'lift', reason: 'mistake' },
    { action: 'uphold', reason: 'threats' },
  ])('when an appeal ends with $action, nobody undoes its decision, and the case stays closed', async (answer) => {
    const { reported, caseId, appealId } = await bannedByAdmin()
    await decided(noah, appealId, answer)
    await outboxesEmpty()
    const before = of(events.of(sanctionLifted), reported.id)
    for (const one of [admin, newUser({ role: 'admin' })]) {
      const { status, body } = await one.call(undoDecision, { params: { id: caseId } })
      expect([status, body]).toEqual([409, errors.appealDecided().body])
      expect((await view(one, caseId)).body).toMatchObject({ status: 'closed', canUndo: false })
    }
    await outboxesEmpty()
    expect(of(events.of(sanctionLifted), reported.id)).toEqual(before)
  })

  test('when an undo reopened the case before the lift, only another moderator claims it', async () => {
    const { reported, caseId, appealId } = await bannedByAdmin()
    expect((await view(admin, caseId)).body.canUndo).toBe(true)
    expect((await admin.call(undoDecision, { params: { id: caseId } })).status).toBe(200)
    await decided(noah, appealId, { action: 'lift', reason: 'mistake' })
    const refused = await claim(admin, caseId)
    expect([refused.status, refused.body]).toEqual(ownDecision)
    const reportIds = (await cases.findOne({ _id: caseId }))?.reports.map(({ id }) => id) ?? []
    const forced = { ...claimOf(admin), reportIds }
    await cases.updateOne({ _id: caseId }, { $set: { claim: forced } })
    const ban = await decide(admin, caseId, { action: 'ban', reason: 'threats' })
    expect([ban.status, ban.body]).toEqual(ownDecision)
    expect((await view(admin, caseId)).body.refusal).toBe('own-decision')
    await cases.updateOne({ _id: caseId }, { $set: { claim: null } })
    await decided(mia, caseId, { action: 'warn', reason: 'threats' })
    const undone = await admin.call(undoDecision, { params: { id: caseId } })
    expect([undone.status, undone.body]).toEqual(ownDecision)
    await outboxesEmpty()
    expect(of(events.of(sanctionImposed), reported.id).map(({ action }) => action)).toEqual(['ban', 'warn'])
  })
})

test('a successful appeal lifts the first decision', async () => {
  const { reported, decision, token } = await newSuspended()
  const { body } = await appeal(token)
  await decided(noah, body.id, { action: 'lift', reason: 'mistake', text: 'We are sorry.' })
  await vi.waitFor(() => expect(of(events.of(sanctionLifted), reported.id)).toHaveLength(1), WAIT)
  expect(of(events.of(sanctionLifted), reported.id)).toMatchObject([{ decisionId: decision.id, action: 'suspend' }])
})

test('when an appeal fails, the decision stays, and the user is told', async () => {
  const { reported, decision, token } = await newSuspended()
  const { body } = await appeal(token)
  await decided(noah, body.id, { action: 'uphold', reason: 'threats', text: 'It was a threat.' })
  await vi.waitFor(() => expect(of(events.of(sanctionImposed), reported.id)).toHaveLength(2), WAIT)
  expect(of(events.of(sanctionImposed), reported.id)[1]).toMatchObject({
    action: 'uphold',
    until: null,
    text: 'It was a threat.',
    appealedId: decision.id,
  })
  expect(of(events.of(sanctionLifted), reported.id)).toEqual([])

  expect((await admin.call(undoDecision, { params: { id: body.id } })).status).toBe(200)
  await vi.waitFor(() => expect(of(events.of(appealCreated), reported.id)).toHaveLength(2), WAIT) // open again
  expect(of(events.of(appealCreated), reported.id)[1]?.decisionId).toBe(decision.id)
  expect((await view(noah, body.id)).body.status).toBe('open')
})

test('when an admin undoes the decision first, the appeal may only lift, and no ban returns', async () => {
  const { reported, caseId, token } = await newSuspended()
  const { id } = (await appeal(token)).body
  expect((await admin.call(undoDecision, { params: { id: caseId } })).status).toBe(200)
  expect((await view(noah, id)).body.appeal?.decision.undoneBy).toMatchObject({ id: admin.id })

  await claim(noah, id)
  const upheld = await decide(noah, id, { action: 'uphold', reason: 'threats' })
  expect([upheld.status, upheld.body]).toEqual([409, errors.decisionUndone().body])
  expect((await decide(noah, id, { action: 'lift', reason: 'mistake' })).status).toBe(201)
  expect((await admin.call(undoDecision, { params: { id } })).status).toBe(200)
  await outboxesEmpty()
  expect(of(events.of(sanctionImposed), reported.id)).toHaveLength(1)
  expect(of(events.of(sanctionLifted), reported.id)).toHaveLength(2) // the second one changes nothing
})

test('when an admin undoes a lift, the suspension returns with its old end', async () => {
  const { reported, decision, token } = await newSuspended()
  const { body } = await appeal(token)
  await decided(noah, body.id, { action: 'lift', reason: 'mistake' })
  expect((await admin.call(undoDecision, { params: { id: body.id } })).status).toBe(200)
  await vi.waitFor(() => expect(of(events.of(sanctionImposed), reported.id)).toHaveLength(2), WAIT)
  const [first, again] = of(events.of(sanctionImposed), reported.id)
  expect([again?.decisionId, again?.action, again?.until]).toEqual([decision.id, 'suspend', first?.until])
})

test('when the clock goes back, each event about a decision is still later than the last', async () => {
  const clockIsBehind = (minutes: number) => vi.setSystemTime(startedAt - minutes * 60_000)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const startedAt = Date.now()
  const { reported, caseId, token } = await newSuspended()
  const undo = async (id: number) => expect((await admin.call(undoDecision, { params: { id } })).status).toBe(200)
  clockIsBehind(1)
  const { id } = (await appeal(token)).body
  clockIsBehind(2)
  await decided(noah, id, { action: 'uphold', reason: 'threats' })
  clockIsBehind(3)
  await undo(id)
  clockIsBehind(4)
  await decided(noah, id, { action: 'lift', reason: 'mistake' })
  clockIsBehind(5)
  await undo(id)
  clockIsBehind(6)
  await undo(caseId)
  await outboxesEmpty()

  const of = (contract: typeof sanctionImposed | typeof sanctionLifted | typeof appealCreated) =>
    events.of(contract).filter(({ userId }) => userId === reported.id)
  const times = (contract: Parameters<typeof of>[0]) => of(contract).map(({ at }) => at)
  const [suspended, upheld, suspendedAgain] = times(sanctionImposed)
  const [appealed, openAgain, openOnceMore] = times(appealCreated)
  const [lifted, undone] = times(sanctionLifted)
  const inOrder = [suspended, appealed, upheld, openAgain, lifted, suspendedAgain, undone]
  expect(inOrder.toSorted()).toEqual(inOrder)
  expect(new Set(inOrder).size).toBe(inOrder.length)
  expect(openOnceMore).toBe(suspendedAgain) // one write makes both
})

describe('the copy of one’s data', () => {
  const decisionsOf = async (userId: number) =>
    (await request(moderation.auth, getExportedDecisions, { userId, after: '' })).items
  const appealsOf = async (userId: number) =>
    (await request(moderation.auth, getExportedAppeals, { userId, after: '' })).items
  const time = expect.stringMatching(/^\d{4}-.*Z$/)

  test('it has decisions about the user and their appeals, with all words but no moderator', async () => {
    const { reported, decision, token } = await newSuspended()
    const { body } = await appeal(token)
    const open = { id: body.id, decisionId: decision.id, text: 'That was not me.', createdAt: time }
    expect(await appealsOf(reported.id)).toEqual([{ ...open, status: 'open', answer: null, decidedAt: null }])
    expect(await decisionsOf(reported.id)).toEqual([
      {
        ...{ id: decision.id, action: 'suspend', reason: 'threats', text: null, field: null },
        ...{ decidedAt: time, until: time, undoneAt: null },
      },
    ])
    await decided(noah, body.id, { action: 'uphold', reason: 'threats', text: 'It was a threat.' })
    const refused = { ...open, status: 'refused', answer: 'It was a threat.', decidedAt: time }
    expect(await appealsOf(reported.id)).toEqual([refused])
    expect(await appealsOf(newUser().id)).toEqual([])

    await admin.call(undoDecision, { params: { id: body.id } })
    expect(await appealsOf(reported.id)).toMatchObject([{ status: 'open', answer: null }])
    await decided(noah, body.id, { action: 'lift', reason: 'mistake' })
    expect(await appealsOf(reported.id)).toMatchObject([{ status: 'lifted', answer: null }])
  })

  test('it leaves out dismissed reports, and marks undone decisions', async () => {
    const { reported, caseId } = await newCase()
    await decided(mia, caseId, { action: 'warn', reason: 'harassment', text: 'Please be kind.' })
    await admin.call(undoDecision, { params: { id: caseId } })
    await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation' })
    expect(await decisionsOf(reported.id)).toMatchObject([
      { action: 'warn', text: 'Please be kind.', until: null, undoneAt: time },
    ])
  })

  test('many appeals come in pages', async () => {
    const { token, reported } = await newSuspended()
    const { body } = await appeal(token)
    const example = await cases.findOne({ _id: body.id })
    const copies = Array.from({ length: 120 }, (_, index) => {
      const decisionOfCopy = { ...example?.appeal?.decision, id: 1_000_000 + index }
      const openedAt = new Date(Number(example?.openedAt) + 1 + Math.floor(index / 2))
      return { ...example, _id: 1_000_000 + index, openedAt, appeal: { ...example?.appeal, decision: decisionOfCopy } }
    })
    await cases.insertMany(copies as never[]) // the fields of a stored case
    const found: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: RpcResult<typeof getExportedAppeals> = await request(moderation.auth, getExportedAppeals, {
        ...{ userId: reported.id, after },
      })
      found.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    expect(found).toEqual([body.id, ...copies.map(({ _id }) => _id)])
    await cases.deleteMany({ _id: { $gte: 1_000_000, $lt: 2_000_000 } })
  })
})

test('a decision has one appeal, even with concurrent calls', async () => {
  const { token } = await newSuspended()
  const responses = await Promise.all([appeal(token), appeal(token), appeal(token)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const again = await appeal(token)
  expect([again.status, again.body]).toEqual([409, errors.appealMade().body])
})

test('it refuses an unknown token and the token of an undone decision alike', async () => {
  const { caseId, token } = await newSuspended()
  await admin.call(undoDecision, { params: { id: caseId } })
  const before = await cases.countDocuments({ kind: 'appeal' })
  for (const one of [token, randomBytes(32).toString('base64url')]) {
    const response = await appeal(one)
    expect([response.status, response.body]).toEqual([404, errors.appealInvalid().body])
  }
  await outboxesEmpty()
  expect(await cases.countDocuments({ kind: 'appeal' })).toBe(before)
})

test.each([
  [{ token: 'x', text: 'a' }, 'Invalid token'],
  [{ token: { $ne: null }, text: 'a' }, 'Invalid token'],
  [{ token: 'x'.repeat(43), text: '' }, 'Please write something'],
  [{ token: 'x'.repeat(43), text: 'x'.repeat(2_001) }, 'This text is too long'],
])('the appeal %j is rejected', async (body, message) => {
  const response = await anonymous.call(createAppeal, { body })
  expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
})
