import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/staff/moderation'
import { CASE_CLAIM_MAX_MS, CASE_LEASE_MS, DECISION_REPORTS_MAX, DECISION_UNDO_MS } from '@zing/proto/limits'
import { caseClosed, caseOpened, sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sha256 } from '../../src/audit/hash-chain.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, caseOf, cases, claim, decide, decided, view, queue, events, anonymous } = moderation
const { auditEntries, outboxesEmpty } = moderation
const [mia, noah] = [newUser({ role: 'moderator' }), newUser({ role: 'moderator' })]
const admin = newUser({ role: 'admin' })

const ban = { action: 'ban', reason: 'threats', text: 'You threatened somebody.' }
const taken = (userId: number) => events.of(sanctionImposed).filter((event) => event.userId === userId)
const lifted = (userId: number) => events.of(sanctionLifted).filter((event) => event.userId === userId)
const stored = async (id: number) => await cases.findOne({ _id: id })
/** Moves the stored times of a case into the past. */
const age = (id: number, change: Record<string, Date>) => cases.updateOne({ _id: id }, { $set: change })

describe('SEC-130 roles', () => {
  const calls = Object.values(contract)
  const params = { id: 1, reportId: 1, userId: 999_999 }
  const body = { text: 'x', action: 'dismiss', reason: 'no-violation' }
  const input = (endpoint: (typeof calls)[number]) => ({ params, ...(endpoint.body && { body }) })

  test.each(calls)('$method $path needs a session and the role that its contract names (V8.2.1)', async (endpoint) => {
    expect((await anonymous.call(endpoint, input(endpoint))).status).toBe(401)
    const member = await newUser().call(endpoint, input(endpoint))
    expect([member.status, member.body]).toEqual([403, errors.notAllowed().body])
    const { status } = await mia.call(endpoint, input(endpoint))
    expect(status === 403).toBe(endpoint.role === 'admin')
    expect((await admin.call(endpoint, input(endpoint))).status).not.toBe(403)
  })

  test('an unknown case is not found', async () => {
    for (const response of [await view(mia, 999_999), await claim(mia, 999_999), await decide(mia, 999_999, ban)])
      expect([response.status, response.body]).toEqual([404, errors.caseNotFound().body])
  })
})

describe('SEC-147 the trust in a reported user', () => {
  const of = (contract: typeof caseOpened, userId: number) =>
    events.of(contract).filter((event) => event.userId === userId)

  test('auth learns of a severe report once, and of the closed case, also after a dismissal', async () => {
    const { reported, caseId } = await newCase({ category: 'threats' })
    await newUser().report(reported)
    await vi.waitFor(() => expect(of(caseOpened, reported.id)).toMatchObject([{ caseId, rev: 1, epoch: 0 }]), WAIT)
    await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation' })
    await vi.waitFor(() => expect(of(caseClosed, reported.id)).toMatchObject([{ caseId }]), WAIT)
    expect(of(caseClosed, reported.id)[0]?.rev).toBeGreaterThan(1)
    expect(of(caseOpened, reported.id)).toHaveLength(1)
  })

  test('a minor report lowers no limits until another user reports too', async () => {
    const { reported, caseId } = await newCase({ category: 'harassment' })
    await outboxesEmpty()
    expect(of(caseOpened, reported.id)).toEqual([])
    await newUser().report(reported, { category: 'other' })
    await vi.waitFor(() => expect(of(caseOpened, reported.id)).toMatchObject([{ caseId, rev: 2 }]), WAIT)
    await newUser().report(reported, { category: 'underage' })
    await outboxesEmpty()
    expect(of(caseOpened, reported.id)).toHaveLength(1)
  })

  test('an undone decision opens the case again, with a higher rev', async () => {
    const { reported, caseId } = await newCase({ category: 'threats' })
    await decided(mia, caseId, ban)
    expect((await admin.call(contract.undoDecision, { params: { id: caseId } })).status).toBe(200)
    await vi.waitFor(() => expect(of(caseOpened, reported.id)).toHaveLength(2), WAIT)
    const revs = [...of(caseOpened, reported.id), ...of(caseClosed, reported.id)].map(({ rev }) => rev)
    expect(of(caseOpened, reported.id).at(-1)?.rev).toBe(Math.max(...revs))
  })
})

describe('a case page', () => {
  test('it names the users and their history, and adds one audit entry in ten minutes', async () => {
    const first = await newCase({ category: 'scam' })
    await decided(mia, first.caseId, { action: 'warn', reason: 'scam', text: 'Stop that.' })
    const again = newUser()
    await again.report(first.reported, { category: 'hate', text: 'Again.' })
    const caseId = await caseOf(first.reported)
    await view(mia, caseId)
    const { status, body } = await view(mia, caseId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: caseId,
      kind: 'report',
      status: 'open',
      severity: 'high',
      user: { id: first.reported.id, name: first.reported.name, username: first.reported.username },
      categories: ['hate'],
      reportCount: 1,
      claim: null,
      decisions: [],
      appeal: null,
      notes: [],
      refusal: null,
      canUndo: false,
    })
    expect(body.reports).toMatchObject([
      {
        reporter: { id: again.id, name: again.name },
        record: { reports: 1, upheld: 0 },
        category: 'hate',
        text: 'Again.',
      },
    ])
    expect(body.history).toMatchObject([
      { id: first.caseId, categories: ['scam'], decisions: [{ action: 'warn', decidedBy: { id: mia.id } }] },
    ])
    const views = (await auditEntries()).filter((entry) => entry.caseId === caseId && entry.action === 'case.viewed')
    expect(views.map(({ actorId }) => actorId)).toEqual([mia.id])
  })

  test('SEC-137 it does not find the photo of another case', async () => {
    const [one, two] = [await newCase(), await newCase()]
    const reportId = (await stored(two.caseId))?.reports[0]?.id ?? 0
    const response = await mia.call(contract.getEvidencePhoto, { params: { id: one.caseId, reportId } })
    expect([response.status, response.body]).toEqual([404, errors.notFound().body])
    const none = await mia.call(contract.getEvidencePhoto, { params: { id: two.caseId, reportId } })
    expect(none.status).toBe(404) // reported without a photo
  })

  test('a deleted user has no name', async () => {
    const { reported, caseId } = await newCase()
    moderation.users.delete(reported.id)
    expect((await view(mia, caseId)).body.user).toEqual({ id: reported.id, name: null, username: null })
  })

  test('notes are for moderators, with their author', async () => {
    const { caseId } = await newCase()
    const note = await noah.call(contract.addCaseNote, { params: { id: caseId }, body: { text: ' Looks like spam. ' } })
    expect([note.status, note.body]).toMatchObject([201, { text: 'Looks like spam.', author: { id: noah.id } }])
    expect((await view(mia, caseId)).body.notes).toEqual([note.body])
  })
})

describe('SEC-135 a claim', () => {
  const claimed = [409, errors.caseClaimed().body]

  test('when two moderators claim at once, exactly one gets the case', async () => {
    for (let round = 0; round < 5; round++) {
      const { caseId } = await newCase()
      const responses = await Promise.all([claim(mia, caseId), claim(noah, caseId)])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const winner = responses[0]?.status === 200 ? mia : noah
      expect((await view(admin, caseId)).body.claim).toMatchObject({ userId: winner.id, name: winner.name })
    }
  })

  test('another moderator waits until the claim is released', async () => {
    const { caseId } = await newCase()
    await claim(mia, caseId)
    const refused = await claim(noah, caseId)
    expect([refused.status, refused.body]).toEqual(claimed)
    expect((await noah.call(contract.releaseCase, { params: { id: caseId } })).status).toBe(204) // another moderator has the claim: it stays
    expect((await claim(noah, caseId)).status).toBe(409)
    expect((await mia.call(contract.releaseCase, { params: { id: caseId } })).status).toBe(204)
    expect((await claim(noah, caseId)).status).toBe(200)
  })

  test('an admin ends the claim of another moderator, who then cannot decide', async () => {
    const { caseId } = await newCase()
    await claim(mia, caseId)
    expect((await admin.call(contract.releaseCase, { params: { id: caseId } })).status).toBe(204)
    expect((await view(mia, caseId)).body.claim).toBeNull()
    expect((await decide(mia, caseId, ban)).body.code).toBe(errors.claimLost.code)
    expect((await claim(admin, caseId)).status).toBe(200)
    const released = (await auditEntries()).find((one) => one.caseId === caseId && one.action === 'case.released')
    expect(released).toMatchObject({ actorId: admin.id, details: { claimedBy: String(mia.id) } })
  })

  test('when a moderator has held a case for two hours, only others may claim it', async () => {
    const { caseId } = await newCase()
    await claim(mia, caseId)
    await age(caseId, { 'claim.since': new Date(Date.now() - CASE_CLAIM_MAX_MS + 60_000) })
    const last = await claim(mia, caseId)
    expect(new Date(last.body.until).getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
    await age(caseId, { 'claim.since': new Date(Date.now() - CASE_CLAIM_MAX_MS), 'claim.until': new Date() })
    const spent = await claim(mia, caseId)
    expect([spent.status, spent.body]).toEqual([409, errors.claimSpent().body])
    expect((await claim(noah, caseId)).status).toBe(200)
  })

  test('it ends by itself, and another call by the same moderator renews it', async () => {
    const { caseId } = await newCase()
    const first = await claim(mia, caseId)
    const left = new Date(first.body.until).getTime() - Date.now()
    expect(left).toBeGreaterThan(CASE_LEASE_MS - 60_000)
    expect(left).toBeLessThanOrEqual(CASE_LEASE_MS)
    await age(caseId, { 'claim.until': new Date(Date.now() + 1_000) })
    expect(new Date((await claim(mia, caseId)).body.until).getTime()).toBeGreaterThan(Date.now() + 60_000)

    await age(caseId, { 'claim.until': new Date(Date.now() - 1) })
    expect((await view(noah, caseId)).body.claim).toBeNull()
    expect((await claim(noah, caseId)).status).toBe(200)
    const lost = await decide(mia, caseId, ban)
    expect([lost.status, lost.body]).toEqual([409, errors.claimLost().body])
    expect((await stored(caseId))?.status).toBe('open')
  })

  test('without a claim, or after its end, a moderator decides nothing', async () => {
    const { reported, caseId } = await newCase()
    expect((await decide(mia, caseId, ban)).body.code).toBe(errors.claimLost.code)
    await claim(mia, caseId)
    await age(caseId, { 'claim.until': new Date(Date.now() - 1) })
    expect((await decide(mia, caseId, ban)).body.code).toBe(errors.claimLost.code)
    expect([(await stored(caseId))?.decisions, taken(reported.id)]).toEqual([[], []])
  })
})

describe('SEC-136 who may not decide', () => {
  const refused = (message: string) => [403, { message, code: errors.ownCase.code }]

  test('the reporter, as the case page says', async () => {
    const reporter = newUser({ role: 'admin' })
    const reported = newUser()
    await reporter.report(reported)
    const caseId = await caseOf(reported)
    const response = await claim(reporter, caseId)
    expect([response.status, response.body]).toEqual(refused(errors.ownCase.message))
    expect((await view(reporter, caseId)).body.refusal).toBe('own-case')
    await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation' })
    const undone = await reporter.call(contract.undoDecision, { params: { id: caseId } })
    expect([undone.status, undone.body]).toEqual(refused(errors.ownCase.message))
  })

  test('SEC-134 a reported moderator or admin does not find the case in the queue or by id', async () => {
    for (const role of ['moderator', 'admin'] as const) {
      const colleague = newUser({ role })
      await newUser().report(colleague)
      const caseId = await caseOf(colleague)
      const reportId = (await stored(caseId))?.reports[0]?.id ?? 0
      const params = { id: caseId, reportId, mediaId: 1 }
      const body = { text: 'x', action: 'dismiss', reason: 'no-violation' }
      const byId = Object.values(contract).filter(({ path }) => path.includes('{id}'))
      for (const endpoint of byId.filter((one) => role === 'admin' || one.role === 'moderator')) {
        const response = await colleague.call(endpoint, { params, ...(endpoint.body && { body }) })
        expect([endpoint.path, response.status]).toEqual([endpoint.path, 404])
      }
      for (const status of ['open', 'closed'])
        expect((await queue(colleague, { status, limit: 50 })).body.some(({ id }) => id === caseId)).toBe(false)
    }
  })

  describe('about a user who is related to the moderator', () => {
    const { related, unavailable } = moderation

    test('when the moderator has a match or a block with the user, another moderator decides', async () => {
      const { reported, caseId } = await newCase()
      await claim(admin, caseId)
      related.add(reported.id)
      onTestFinished(() => void related.delete(reported.id))
      for (const response of [await claim(mia, caseId), await decide(admin, caseId, ban)])
        expect([response.status, response.body]).toEqual(refused(errors.ownCase.message))
      expect((await view(mia, caseId)).body.refusal).toBe('own-case')
      related.delete(reported.id)
      expect((await decide(admin, caseId, ban)).status).toBe(201)
      related.add(reported.id)
      const undone = await admin.call(contract.undoDecision, { params: { id: caseId } })
      expect([undone.status, undone.body]).toEqual(refused(errors.ownCase.message))
    })

    test('when the user has reported the moderator, the refusal has the same words', async () => {
      const noor = newUser({ role: 'moderator' })
      const { reported, caseId } = await newCase()
      await reported.report(noor)
      const response = await claim(noor, caseId)
      expect([response.status, response.body]).toEqual(refused(errors.ownCase.message))
      expect((await claim(noah, caseId)).status).toBe(200)
    })

    test('while social does not respond, nobody decides, and moderators can read the case', async () => {
      const { caseId } = await newCase()
      await claim(mia, caseId)
      unavailable.add('social')
      onTestFinished(() => void unavailable.delete('social'))
      for (const response of [await claim(mia, caseId), await decide(mia, caseId, ban)])
        expect([response.status, response.body]).toEqual([503, errors.unavailable().body])
      expect((await view(mia, caseId)).body).toMatchObject({ id: caseId, refusal: null, status: 'open' })
    })
  })

  test('a moderator about a user with a role; an admin may', async () => {
    const colleague = newUser({ role: 'moderator' })
    await newUser().report(colleague)
    const caseId = await caseOf(colleague)
    const response = await claim(mia, caseId)
    expect([response.status, response.body]).toEqual([403, errors.adminCase().body])
    expect((await view(mia, caseId)).body.refusal).toBe('needs-admin')
    expect((await claim(admin, caseId)).status).toBe(200)
    expect((await decide(admin, caseId, ban)).status).toBe(201)
  })
})

describe('a decision', () => {
  test.each([
    [
      { action: 'warn', reason: 'harassment', text: 'Please be kind.' },
      { text: 'Please be kind.', until: null },
    ],
    [
      { action: 'remove-photo', reason: 'sexual' },
      { text: null, field: null },
    ],
    [{ action: 'remove-photo', reason: 'sexual', photoId: '12' }, { photoVersion: 12 }],
    [
      { action: 'remove-text', reason: 'hate', field: 'gender' },
      { field: 'gender', textDigest: sha256('"other"') },
    ],
    [
      { action: 'remove-text', reason: 'hate', field: 'prompts' },
      { field: 'prompts', textDigest: sha256('[]') },
    ],
    [{ action: 'suspend', reason: 'threats', days: 7 }, { until: expect.any(String) }],
    [{ action: 'ban', reason: 'scam' }, { until: null }],
  ])('%j closes the case, publishes an event for the account, and is audited', async (body, effect) => {
    const { reported, caseId } = await newCase()
    const before = Date.now()
    const decision = await decided(mia, caseId, body)
    expect(decision).toMatchObject({ ...body, decidedBy: { id: mia.id, name: mia.name }, undoneAt: null })
    if (body.action === 'suspend')
      expect(Math.round((new Date(decision.until ?? 0).getTime() - before) / 86_400_000)).toBe(7)
    await vi.waitFor(() => expect(taken(reported.id)).toHaveLength(1), WAIT)
    expect(taken(reported.id)).toMatchObject([
      { decisionId: decision.id, action: body.action, reason: body.reason, ...effect },
    ])
    expect((await view(mia, caseId)).body).toMatchObject({ status: 'closed', claim: null, decisions: [decision] })
    expect((await queue(mia, { status: 'open', limit: 50 })).body.some(({ id }) => id === caseId)).toBe(false)
    expect((await queue(mia, { status: 'closed' })).body[0]?.id).toBe(caseId)
    const entries = (await auditEntries()).filter((entry) => entry.caseId === caseId)
    expect(entries.map(({ action, actorId }) => [action, actorId])).toContainEqual(['case.decided', mia.id])
    expect(JSON.stringify(entries)).not.toContain('Please be kind.')
  })

  test('a dismissal publishes no event: the reported user learns nothing', async () => {
    const { reported, caseId } = await newCase()
    await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation', text: 'Nothing.' })
    await outboxesEmpty()
    expect(taken(reported.id)).toEqual([])
  })

  test('when two decisions come at once, one is made, and a closed case stays as it is', async () => {
    const { reported, caseId } = await newCase()
    await claim(mia, caseId)
    const warn = { action: 'warn', reason: 'hate' }
    const responses = await Promise.all([decide(mia, caseId, ban), decide(mia, caseId, warn)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const closed = [409, errors.caseClosed().body]
    for (const response of [await decide(mia, caseId, ban), await claim(noah, caseId)])
      expect([response.status, response.body]).toEqual(closed)
    await outboxesEmpty()
    expect(taken(reported.id)).toHaveLength(1)
  })

  describe('about a case with a report that the moderator has not seen', () => {
    const dismiss = { action: 'dismiss', reason: 'false-report' }
    const changed = [409, errors.caseChanged().body]
    const later = async (reported: { id: number }) =>
      (await newUser().report(reported, { category: 'underage' })).body.id

    test('when it names no reports, it is refused until the claim is renewed', async () => {
      const { reported, caseId } = await newCase()
      await claim(mia, caseId)
      await later(reported)
      const refused = await decide(mia, caseId, dismiss)
      expect([refused.status, refused.body]).toEqual(changed)
      expect(await stored(caseId)).toMatchObject({ status: 'open', decisions: [], reports: [{}, {}] })
      await claim(mia, caseId)
      expect((await decide(mia, caseId, dismiss)).status).toBe(201)
    })

    test('when it names all reports, it is made, whatever the claim has seen', async () => {
      const { reported, caseId } = await newCase()
      const first = (await stored(caseId))?.reports[0]?.id ?? 0
      await claim(mia, caseId)
      const second = await later(reported)
      await claim(mia, caseId)
      const refused = await decide(mia, caseId, { ...dismiss, reportIds: [first] })
      expect([refused.status, refused.body]).toEqual(changed)
      expect((await decide(mia, caseId, { ...dismiss, reportIds: [second, first] })).status).toBe(201)
    })

    test('when a case has very many reports, it names the newest', async () => {
      const { reported, caseId } = await newCase()
      const report = (await stored(caseId))?.reports[0]
      if (!report) throw new Error('no report')
      const reports = Array.from({ length: 200 }, (_, index) => ({
        ...report,
        id: index + 1,
        reporterId: 5_000 + index,
      }))
      await cases.updateOne({ _id: caseId }, { $set: { reports } })
      await claim(mia, caseId)
      const newest = reports.slice(-DECISION_REPORTS_MAX).map(({ id }) => id)
      const added = await later(reported)
      expect((await decide(mia, caseId, { ...dismiss, reportIds: newest })).status).toBe(409)
      expect((await decide(mia, caseId, { ...dismiss, reportIds: [...newest.slice(1), added] })).status).toBe(201)
    })
  })

  test.each([
    [{ action: 'suspend', reason: 'hate' }, 'Choose 1 to 30 days'],
    [{ action: 'suspend', reason: 'hate', days: 31 }, 'Choose 1 to 30 days'],
    [{ action: 'suspend', reason: 'hate', days: 0 }, 'Choose 1 to 30 days'],
    [{ action: 'ban', reason: 'hate', days: 3 }, 'Choose 1 to 30 days'],
    [{ action: 'remove-text', reason: 'hate' }, 'Choose the text to remove'],
    [{ action: 'remove-text', reason: 'hate', field: 'passwordHash' }, 'Invalid field'],
    [{ action: 'remove-photo', reason: 'hate', photoId: 'x' }, 'Invalid photo ID'],
    [{ action: 'ban', reason: 'hate', photoId: '12' }, 'Only remove-photo names a photo'],
    [{ action: 'warn', reason: 'no-violation' }, "This reason doesn't fit the action"],
    [{ action: 'delete', reason: 'hate' }, 'Invalid action'],
    [{ action: 'warn', reason: { $ne: null } }, 'Please choose a reason'],
    [{ action: 'uphold', reason: 'hate' }, errors.actionMisfit.message],
  ])('%j is refused', async (body, message) => {
    const { caseId } = await newCase()
    await claim(mia, caseId)
    const response = await decide(mia, caseId, body)
    expect([response.status, response.body]).toEqual([400, { message, code: expect.any(String) }])
    expect((await stored(caseId))?.decisions).toEqual([])
  })
})

describe('an undo', () => {
  const undo = ({ call }: typeof mia, id: number) => call(contract.undoDecision, { params: { id } })

  test('when an admin undoes a ban, it publishes an event and opens the case again', async () => {
    const { reported, caseId } = await newCase()
    const decision = await decided(mia, caseId, ban)
    const response = await undo(admin, caseId)
    expect([response.status, response.body]).toMatchObject([
      200,
      { id: decision.id, undoneAt: expect.any(String), undoneBy: { id: admin.id } },
    ])
    await vi.waitFor(() => expect(lifted(reported.id)).toHaveLength(1), WAIT)
    expect(lifted(reported.id)).toMatchObject([{ decisionId: decision.id, action: 'ban' }])
    expect((await stored(caseId))?.status).toBe('open')
    await decided(noah, caseId, { action: 'warn', reason: 'threats' })
    expect(
      (await view(admin, caseId)).body.decisions.map(({ action, undoneAt }) => [action, undoneAt === null]),
    ).toEqual([
      ['ban', false],
      ['warn', true],
    ])
  })

  test('a moderator may not undo, and after a day no admin may either', async () => {
    const { reported, caseId } = await newCase()
    await decided(mia, caseId, ban)
    expect((await undo(mia, caseId)).status).toBe(403)
    await age(caseId, { 'decisions.0.decidedAt': new Date(Date.now() - DECISION_UNDO_MS - 1) })
    const late = await undo(admin, caseId)
    expect([late.status, late.body]).toEqual([409, errors.undoTooLate().body])
    expect((await view(admin, caseId)).body.canUndo).toBe(false)
    await outboxesEmpty()
    expect(lifted(reported.id)).toEqual([])
  })

  test('it can be done once, and an open case has nothing to undo', async () => {
    const { caseId } = await newCase()
    const open = [409, errors.caseOpen().body]
    const early = await undo(admin, caseId)
    expect([early.status, early.body]).toEqual(open)
    await decided(mia, caseId, ban)
    expect((await view(admin, caseId)).body.canUndo).toBe(true)
    const responses = await Promise.all([undo(admin, caseId), undo(admin, caseId)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('when a newer case about the user is open, the old case stays closed', async () => {
    const { reported, caseId } = await newCase()
    await decided(mia, caseId, ban)
    await newUser().report(reported)
    expect((await undo(admin, caseId)).status).toBe(200)
    expect((await stored(caseId))?.status).toBe('closed')
    await vi.waitFor(() => expect(lifted(reported.id)).toHaveLength(1), WAIT)
  })
})
