import { randomBytes } from 'node:crypto'
import { errorCodes } from '@zing/proto/error-codes'
import { messages } from '@zing/proto/http/errors'
import { undoDecision } from '@zing/proto/http/moderation'
import { createAppeal } from '@zing/proto/http/reports'
import { appealCreated, measureLifted, measureTaken } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupModeration } from './setup-moderation.ts'

const {
  newUser,
  newCase,
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
} = await setupModeration()
const [mia, noah] = [newUser({ role: 'moderator' }), newUser({ role: 'moderator' })]
const admin = newUser({ role: 'admin' })

const appeal = (token: string, text = 'That was not me.') => anonymous.call(createAppeal, { body: { token, text } })
const of = <E extends { userId: number }>(all: E[], userId: number) => all.filter((event) => event.userId === userId)

/** A suspended user with the token that auth has given them. */
async function newSuspended() {
  const { reported, caseId } = await newCase({ category: 'threats' })
  const decision = await decided(mia, caseId, { action: 'suspend', reason: 'threats', days: 30 })
  const token = randomBytes(32).toString('base64url')
  appeals.set(token, { userId: reported.id, decisionId: decision.id })
  return { reported, caseId, decision, token }
}

test('an appeal is a case of its own with the evidence of the first one, and auth learns of it', async () => {
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
  expect((await auditEntries()).filter((entry) => entry.caseId === body.id)[0]).toMatchObject({
    action: 'appeal.created',
    actorId: reported.id,
  })
})

test('SEC-136 who decided first does not decide the appeal, also an admin', async () => {
  const { token } = await newSuspended()
  const { body } = await appeal(token)
  const refused = await claim(mia, body.id)
  expect([refused.status, refused.body]).toEqual([403, { message: messages.ownDecision, code: errorCodes.caseRefused }])
  await cases.updateOne({ _id: body.id }, { $set: { claim: { userId: mia.id, until: new Date(Date.now() + 60_000) } } })
  expect((await decide(mia, body.id, { action: 'lift', reason: 'mistake' })).status).toBe(403)
  expect((await view(mia, body.id)).body.refusal).toBe('own-decision')
})

test('a successful appeal lifts the first decision', async () => {
  const { reported, decision, token } = await newSuspended()
  const { body } = await appeal(token)
  await decided(noah, body.id, { action: 'lift', reason: 'mistake', text: 'We are sorry.' })
  await vi.waitFor(() => expect(of(events.of(measureLifted), reported.id)).toHaveLength(1), WAIT)
  expect(of(events.of(measureLifted), reported.id)).toMatchObject([{ decisionId: decision.id, action: 'suspend' }])
})

test('an appeal in vain leaves the decision, and the user is told', async () => {
  const { reported, token } = await newSuspended()
  const { body } = await appeal(token)
  await decided(noah, body.id, { action: 'uphold', reason: 'threats' })
  await vi.waitFor(() => expect(of(events.of(measureTaken), reported.id)).toHaveLength(2), WAIT)
  expect(of(events.of(measureTaken), reported.id)[1]).toMatchObject({ action: 'uphold', until: null })
  expect(of(events.of(measureLifted), reported.id)).toEqual([])
})

test('an admin who undoes a lift puts the suspension back, with its old end', async () => {
  const { reported, decision, token } = await newSuspended()
  const { body } = await appeal(token)
  await decided(noah, body.id, { action: 'lift', reason: 'mistake' })
  expect((await admin.call(undoDecision, { params: { id: body.id } })).status).toBe(200)
  await vi.waitFor(() => expect(of(events.of(measureTaken), reported.id)).toHaveLength(2), WAIT)
  const [first, again] = of(events.of(measureTaken), reported.id)
  expect([again?.decisionId, again?.action, again?.until]).toEqual([decision.id, 'suspend', first?.until])
})

test('one appeal for a decision, also at once', async () => {
  const { token } = await newSuspended()
  const responses = await Promise.all([appeal(token), appeal(token), appeal(token)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const again = await appeal(token)
  expect([again.status, again.body]).toEqual([409, { message: messages.appealMade, code: errorCodes.appealMade }])
})

test('an unknown token, and that of a decision that was undone, are refused alike', async () => {
  const { caseId, token } = await newSuspended()
  await admin.call(undoDecision, { params: { id: caseId } })
  const before = await cases.countDocuments({ kind: 'appeal' })
  for (const one of [token, randomBytes(32).toString('base64url')]) {
    const response = await appeal(one)
    expect([response.status, response.body]).toEqual([
      404,
      { message: messages.appealInvalid, code: errorCodes.appealInvalid },
    ])
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
  expect([response.status, response.body]).toEqual([400, { message }])
})
