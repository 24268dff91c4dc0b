import { errors } from '@zing/proto/errors'
import { reportUser } from '@zing/proto/http/reports'
import { getEvidencePhoto } from '@zing/proto/http/staff/moderation'
import { CASE_REPORTS_MAX, EVIDENCE_MESSAGES_MAX, REPORT_TEXT_MAX, REPORTS_PER_DAY } from '@zing/proto/limits'
import { sanctionImposed } from '@zing/proto/nats/events'
import { getExportedReports } from '@zing/proto/nats/rpc/admin'
import { PHOTO_PART_BYTES } from '@zing/proto/nats/rpc/auth'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { sha256 } from '../../src/audit/hash-chain.ts'
import { photoOf, talk } from '../moderation-world.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, caseOf, cases, evidence, reporters, blocks, unavailable, conversations } = moderation
const { anonymous, auditEntries, cannotBlock, failsToBlock, events, outboxesEmpty, photoReads, queue, view, decided } =
  moderation
const moderator = newUser({ role: 'moderator' })

// The first report of a process is slow, and a report waits a second for its block at most.
await newUser().report(newUser(), { category: 'hate' })

const openOf = ({ id }: { id: number }) => cases.findOne({ userId: id, status: 'open' })

describe('SEC-131 a report', () => {
  test('it opens a case, blocks the user, and the reported user gets no event', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const response = await ada.report(ben, { category: 'hate', text: '  He insults me; <b>often</b>.\nReally. ' })
    expect([response.status, response.body]).toEqual([201, { id: expect.any(Number), isBlocked: true }])
    expect(blocks).toContainEqual([ada.id, ben.id])
    expect(await openOf(ben)).toMatchObject({
      kind: 'report',
      status: 'open',
      reports: [{ reporterId: ada.id, category: 'hate', text: 'He insults me; <b>often</b>.\nReally.' }],
    })
    const caseId = await caseOf(ben)
    expect((await auditEntries()).filter((entry) => entry.caseId === caseId)).toEqual([
      {
        action: 'report.created',
        actorId: ada.id,
        caseId,
        userId: ben.id,
        details: { reportId: String(response.body.id), category: 'hate', evidence: expect.any(String) },
        seal: { digest: expect.any(String), epoch: 0 },
      },
    ])
    expect(events.of(sanctionImposed).filter(({ userId }) => userId === ben.id)).toEqual([])
  })

  test('when the reporter wants no block, nobody is blocked', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const { status, body } = await ada.report(ben, { block: false })
    expect([status, body.isBlocked]).toEqual([201, false])
    await outboxesEmpty()
    expect(blocks).not.toContainEqual([ada.id, ben.id])
  })

  test('reports about one user are one case, as severe and urgent as the most severe report', async () => {
    const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
    await ada.report(cleo, { category: 'other' })
    const before = await openOf(cleo)
    await ben.report(cleo, { category: 'threats' })
    const after = await openOf(cleo)
    expect([before?.severity, after?.severity, after?.reports.length]).toEqual([3, 0, 2])
    expect(Number(after?.dueAt)).toBeLessThan(Number(before?.dueAt))
  })

  test('when two first reports come at once, one case has both', async () => {
    const reporters = [newUser(), newUser(), newUser(), newUser()]
    const reported = newUser()
    const statuses = (await Promise.all(reporters.map((one) => one.report(reported)))).map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201, 201])
    expect(await cases.countDocuments({ userId: reported.id })).toBe(1)
    const reporterIds = (await openOf(reported))?.reports.map(({ reporterId }) => reporterId)
    expect(reporterIds?.toSorted()).toEqual(reporters.map(({ id }) => id).toSorted())
  })
})

describe('who may report', () => {
  test.each([
    ['an unknown user', { userId: 999_999 }, 404, errors.userNotFound().body],
    [
      'an unknown category',
      { category: 'boring' },
      400,
      errors.invalidRequest({ message: 'Please choose a reason' }).body,
    ],
    ['no category', { category: undefined }, 400, errors.invalidRequest({ message: 'Please choose a reason' }).body],
    ['an operator as id', { userId: { $ne: 0 } }, 400, errors.invalidRequest({ message: 'Invalid user ID' }).body],
    [
      'a long text',
      { text: 'x'.repeat(REPORT_TEXT_MAX + 1) },
      400,
      errors.invalidRequest({ message: 'This text is too long' }).body,
    ],
    ['an empty text', { text: ' \u200b ' }, 400, errors.invalidRequest({ message: 'Please write something' }).body],
    [
      'a control character',
      { text: 'a\u0000b' },
      400,
      errors.invalidRequest({ message: 'This text contains invalid characters' }).body,
    ],
    [
      'too many messages',
      { messageIds: Array(21).fill(1) },
      400,
      errors.invalidRequest({ message: 'Too many messages' }).body,
    ],
  ])('%s is refused', async (_case, body, status, error) => {
    const [ada, ben] = [newUser(), newUser()]
    const response = await ada.report(ben, body)
    expect([response.status, response.body]).toEqual([status, error])
    expect(await openOf(ben)).toBeNull()
  })

  test('SEC-131 a user whom the reporter has not seen lately counts as unknown', async () => {
    const [ada, ben] = [newUser(), newUser({ isReportable: false })]
    const response = await ada.report(ben)
    expect([response.status, response.body]).toEqual([404, errors.userNotFound().body])
    expect([await openOf(ben), blocks.some(([blocker]) => blocker === ada.id)]).toEqual([null, false])
  })

  test('it refuses a report about oneself, and a report without a session', async () => {
    const ada = newUser()
    const response = await ada.report(ada)
    expect([response.status, response.body]).toEqual([400, errors.ownReport().body])
    const body = { userId: ada.id, category: 'hate' }
    expect((await anonymous.call(reportUser, { body })).status).toBe(401)
  })

  test('SEC-24 the reporter is the session, whatever the body says', async () => {
    const [ada, ben, eve] = [newUser(), newUser(), newUser()]
    await eve.report(ben, { reporterId: ada.id, caseId: 1, severity: 0, record: { upheld: 9 } })
    expect((await openOf(ben))?.reports.map(({ reporterId }) => reporterId)).toEqual([eve.id])
  })
})

describe('SEC-132 repeated and mass reports', () => {
  const conflict = [409, errors.reportOpen().body]

  test('while a report about a user is open, a second one is refused, even a concurrent one', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const responses = await Promise.all([1, 2, 3].map(() => ada.report(ben)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const again = await ada.report(ben)
    expect([again.status, again.body]).toEqual(conflict)
    expect((await openOf(ben))?.reports).toHaveLength(1)
    expect((await reporters.findOne({ _id: ada.id }))?.recent).toHaveLength(1)
  })

  test('once the case is decided the user can be reported again', async () => {
    const { reporter, reported, caseId } = await newCase()
    await decided(moderator, caseId, { action: 'dismiss', reason: 'no-violation' })
    expect((await reporter.report(reported)).status).toBe(201)
    expect(await caseOf(reported)).not.toBe(caseId)
  })

  test('it allows ten reports a day, even concurrent ones, then 429 with the time to wait', async () => {
    const ada = newUser()
    const reported = Array.from({ length: REPORTS_PER_DAY + 2 }, () => newUser())
    let responses = await Promise.all(reported.map((one) => ada.report(one)))
    if (responses.some(({ status }) => status === 503))
      // too slow a machine: the reports are repeated
      responses = await Promise.all(reported.map((one) => ada.report(one)))
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.body).toEqual(errors.noReportsLeft().body)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(86_000)

    const { recent = [] } = (await reporters.findOne({ _id: ada.id })) ?? {}
    const aged = recent.map((one, index) => (index === 0 ? { ...one, at: one.at - 86_400_000 } : one))
    await reporters.updateOne({ _id: ada.id }, { $set: { recent: aged } })
    expect([(await ada.report(newUser())).status, (await ada.report(newUser())).status]).toEqual([201, 429])
  })
})

describe('SEC-133 evidence', () => {
  test('the server stores profile, photo and messages, and shows them unchanged to moderators', async () => {
    const photo = photoOf(PHOTO_PART_BYTES + 100_000)
    const [ada, ben] = [newUser(), newUser({ name: 'Ben', photo })]
    const messagesOfBoth = talk(ada.id, ben.id, 6)
    conversations.set(`${ada.id}:${ben.id}`, messagesOfBoth)
    const marked = messagesOfBoth[3]?.id ?? 0
    photoReads.length = 0
    const { body: report } = await ada.report(ben, { messageIds: [marked, marked] })
    expect(photoReads).toEqual([0, PHOTO_PART_BYTES])

    moderation.users.set(ben.id, { ...ben, name: 'Somebody else', photo: photoOf(10) })
    const caseId = await caseOf(ben)
    const { body } = await view(moderator, caseId)
    expect(body.reports).toHaveLength(1)
    expect(body.reports[0]?.evidence).toMatchObject({
      profile: { name: 'Ben', username: ben.username, age: 30 },
      photo: `/api/moderation/cases/${caseId}/photos/${report.id}`,
      messages: messagesOfBoth.map((message) => ({ ...message, isMarked: message.id === marked })),
    })
    const shown = await moderator.fetch(getEvidencePhoto, { id: caseId, reportId: report.id })
    expect([shown.status, sha256(Buffer.from(await shown.arrayBuffer()))]).toEqual([200, sha256(photo)])
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('the story and all photos are part of it, each photo by its id and of no other report (10.story.evidence, 10.place.evidence)', async () => {
    const story = {
      bio: 'Rude word\nin two lines',
      prompts: [{ promptId: 'ask-me', answer: 'Rude word' }],
      interests: ['tea'],
      lookingFor: 'dates' as const,
      place: { id: '2886242', name: 'Köln', kind: 'town' as const, isVisiting: true },
    }
    const otherPhotos = { 7: photoOf(PHOTO_PART_BYTES + 1), 12: photoOf(2_000), 31: photoOf(3_000) }
    const ben = newUser({ photo: photoOf(1_000), otherPhotos, story })
    const cleo = newUser({ otherPhotos: { 8: photoOf(4_000) } })
    const { body: report } = await newUser().report(ben)
    const { body: other } = await newUser().report(cleo)
    moderation.users.set(ben.id, { ...ben, otherPhotos: {} })

    const caseId = await caseOf(ben)
    const path = `/api/moderation/cases/${caseId}/photos/${report.id}`
    expect((await view(moderator, caseId)).body.reports[0]?.evidence).toMatchObject({
      profile: story,
      photo: path,
      photos: [7, 12, 31].map((version) => ({ id: String(version), path: `${path}?photo=${version}` })),
    })
    const photo = (id: number, reportId: number, search: string) =>
      moderator.fetch(getEvidencePhoto, { id, reportId }, { search })
    for (const [version, jpeg] of Object.entries(otherPhotos)) {
      const shown = await photo(caseId, report.id, `?photo=${version}`)
      expect([shown.status, sha256(Buffer.from(await shown.arrayBuffer()))]).toEqual([200, sha256(jpeg)])
    }
    for (const search of ['?photo=8', '?photo=1', '?photo=999'])
      expect((await photo(caseId, report.id, search)).status).toBe(404)
    expect((await photo(caseId, other.id, '?photo=8')).status).toBe(404)
    expect((await photo(caseId, report.id, '?photo=x')).status).toBe(400)

    const cleosCase = await caseOf(cleo)
    expect((await photo(cleosCase, other.id, '?photo=8')).status).toBe(200)
    expect((await photo(cleosCase, other.id, '')).status, 'there is no selfie').toBe(404)
  })

  test('it lacks a photo that the owner removes meanwhile', async () => {
    const ben = newUser({ photo: photoOf(1_000), otherPhotos: { 7: photoOf(10), 12: photoOf(10) } })
    moderation.removedOnRead.set(ben.id, 12)
    expect((await newUser().report(ben)).status).toBe(201)
    const { body } = await view(moderator, await caseOf(ben))
    expect(body.reports[0]?.evidence.photos?.map(({ id }) => id)).toEqual(['7'])
  })

  test('moderators see its hash, and the audit entry of the report has it too', async () => {
    const { caseId, reporter } = await newCase()
    const { body } = await view(moderator, caseId)
    const [report] = body.reports
    const stored = await evidence.findOne({ _id: report?.id ?? 0 })
    const hash = sha256(stored?.json ?? '')
    expect(report?.evidence.hash).toBe(hash)
    const entry = (await auditEntries()).find(({ actorId }) => actorId === reporter.id)
    expect(entry).toMatchObject({ action: 'report.created', details: { reportId: String(report?.id), evidence: hash } })
  })

  test('it refuses messages from another conversation, and stores and blocks nothing', async () => {
    const [ada, ben, eve] = [newUser(), newUser(), newUser()]
    conversations.set(`${ada.id}:${ben.id}`, talk(ada.id, ben.id, 2))
    const foreign = conversations.get(`${ada.id}:${ben.id}`)?.[0]?.id
    const response = await eve.report(ben, { messageIds: [foreign] })
    expect([response.status, response.body]).toEqual([400, errors.foreignMessages().body])
    expect([await openOf(ben), blocks.some(([blocker]) => blocker === eve.id)]).toEqual([null, false])
  })

  test('a hundred messages of 2,000 emoji each fit', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const long = talk(ada.id, ben.id, EVIDENCE_MESSAGES_MAX).map((message) => ({
      ...message,
      content: '😀'.repeat(2_000),
    }))
    conversations.set(`${ada.id}:${ben.id}`, long)
    expect((await ada.report(ben)).status).toBe(201)
    const { body } = await view(moderator, await caseOf(ben))
    expect(body.reports[0]?.evidence.messages).toHaveLength(EVIDENCE_MESSAGES_MAX)
  })
})

describe('SEC-134 no half report', () => {
  test.each(['auth', 'social', 'chat'] as const)(
    'when %s is unavailable, it is a 503, stores nothing, and a retry works',
    async (service) => {
      const [ada, ben] = [newUser(), newUser()]
      const before = await evidence.countDocuments()
      unavailable.add(service)
      const failed = await ada.report(ben)
      unavailable.delete(service)
      expect(failed.status).toBe(503)
      expect([await openOf(ben), await evidence.countDocuments(), await reporters.findOne({ _id: ada.id })]).toEqual([
        null,
        before,
        null,
      ])
      expect((await ada.report(ben)).status).toBe(201)
      // the response does not wait longer than a second for the block
      await vi.waitFor(() => expect(blocks.filter(([blocker]) => blocker === ada.id)).toHaveLength(1), WAIT)
    },
  )
})

describe('SEC-134 a block comes with its report, and never without it', () => {
  const hasBlocked = ({ id }: { id: number }) => blocks.some(([blocker]) => blocker === id)

  test('a report beyond the daily limit leaves neither evidence nor a block', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const at = Date.now()
    const recent = Array.from({ length: REPORTS_PER_DAY }, (_, index) => ({ reportId: -index, at }))
    await reporters.insertOne({ _id: ada.id, recent })
    const before = await evidence.countDocuments()
    expect((await ada.report(ben)).status).toBe(429)
    expect((await reporters.findOne({ _id: ada.id }))?.recent).toEqual(recent)
    expect([await openOf(ben), await evidence.countDocuments(), hasBlocked(ada)]).toEqual([null, before, false])
  })

  test('a report into a full case leaves neither', async () => {
    const { reported, caseId } = await newCase()
    const createdAt = new Date()
    const report = { id: 1, category: 'other' as const, text: null, createdAt, selfieVersion: 0, evidenceHash: '' }
    const reports = Array.from({ length: CASE_REPORTS_MAX }, (_, index) => ({ ...report, reporterId: -1 - index }))
    await cases.updateOne({ _id: caseId }, { $set: { reports } })
    const ada = newUser()
    const before = await evidence.countDocuments()
    expect((await ada.report(reported)).status).toBe(409)
    expect([await evidence.countDocuments(), hasBlocked(ada)]).toEqual([before, false])
    expect((await reporters.findOne({ _id: ada.id }))?.recent).toEqual([])
    await cases.deleteOne({ _id: caseId })
  })

  test('when concurrent reports are refused, they block only the reported user', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const responses = await Promise.all([1, 2, 3].map(() => ada.report(ben)))
    expect(responses.filter(({ body }) => body.isBlocked)).toHaveLength(1)
    expect(blocks.filter(([blocker]) => blocker === ada.id)).toEqual([[ada.id, ben.id]])
  })

  test.each<[string, (userId: number) => void, (userId: number) => void]>([
    ['does not respond', () => unavailable.add('blocks'), () => unavailable.delete('blocks')],
    ['has an error', (userId) => failsToBlock.add(userId), (userId) => failsToBlock.delete(userId)],
  ])('while chat %s, the report is stored and says that the block follows', async (_how, fail, recover) => {
    const [ada, ben] = [newUser(), newUser()]
    fail(ada.id)
    const { status, body } = await ada.report(ben)
    expect([status, body.isBlocked, hasBlocked(ada)]).toEqual([201, false, false])
    recover(ada.id)
    await outboxesEmpty()
    expect(hasBlocked(ada)).toBe(true)
    expect((await auditEntries()).some(({ actorId }) => actorId === ada.id)).toBe(true)
  })

  test('when chat refuses a block, the case goes on', async () => {
    const [ada, ben] = [newUser(), newUser()]
    cannotBlock.add(ada.id)
    const { status, body } = await ada.report(ben)
    expect([status, body.isBlocked]).toEqual([201, false])
    await decided(moderator, await caseOf(ben), { action: 'warn', reason: 'harassment' })
    await outboxesEmpty()
    expect(events.of(sanctionImposed).filter(({ userId }) => userId === ben.id)).toHaveLength(1)
    expect(hasBlocked(ada)).toBe(false)
  })
})

describe('the copy of one’s data', () => {
  const pageOf = (userId: number, after = '') => request(moderation.auth, getExportedReports, { userId, after })

  test('it has the user’s own reports with their words, but not their outcomes', async () => {
    const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
    await cleo.report(ben, { category: 'hate', text: 'Words of another user' })
    const { body: first } = await ada.report(ben, { category: 'scam', text: 'He wants money' })
    const { body: second } = await ada.report(cleo)
    await ben.report(ada)
    await decided(moderator, await caseOf(ben), { action: 'warn', reason: 'scam' })
    const createdAt = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await pageOf(ada.id)).toEqual({
      items: [
        { id: first.id, userId: ben.id, category: 'scam', text: 'He wants money', createdAt },
        { id: second.id, userId: cleo.id, category: 'harassment', text: null, createdAt },
      ],
      next: null,
    })
    expect(await pageOf(newUser().id)).toEqual({ items: [], next: null })
  })

  test('many reports come in pages', async () => {
    const ada = newUser()
    const { caseId } = await newCase()
    const example = await cases.findOne({ _id: caseId })
    const copies = Array.from({ length: 205 }, (_, index) => ({
      ...example,
      _id: 1_000_000 + index,
      status: 'closed' as const,
      reports: [{ id: index, reporterId: ada.id, category: 'hate' as const, text: null, createdAt: new Date() }],
    }))
    await cases.insertMany(copies as never[]) // the fields of a stored case
    const found: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: RpcResult<typeof getExportedReports> = await pageOf(ada.id, after)
      found.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    expect(found).toEqual(copies.map((_copy, index) => index))
    await cases.deleteMany({ _id: { $gte: 1_000_000, $lt: 2_000_000 } })
  })
})

describe('the queue', () => {
  test('each case shows the record of the reporter whose report is due first', async () => {
    const [ada, ben] = [newUser(), newUser()]
    for (const reason of ['harassment', 'harassment']) {
      const { reported } = { reported: newUser() }
      await ada.report(reported)
      await decided(moderator, await caseOf(reported), { action: 'warn', reason })
    }
    const target = newUser()
    await ben.report(target, { category: 'other' })
    const recordOf = async () => {
      const id = await caseOf(target)
      return (await queue(moderator, { limit: 50 })).body.find((one) => one.id === id)?.record
    }
    expect(await recordOf()).toEqual({ reports: 1, upheld: 0, dismissed: 0, false: 0 })
    await ada.report(target, { category: 'threats' })
    expect(await recordOf()).toEqual({ reports: 3, upheld: 2, dismissed: 0, false: 0 })
    expect((await view(moderator, await caseOf(target))).body.record).toEqual(await recordOf())
  })

  test('it is ordered by severity, age and the record of the reporter', async () => {
    const [minor, severe, doubted] = [
      await newCase({ category: 'fake' }),
      await newCase({ category: 'threats' }),
      newUser(),
    ]
    for (let i = 0; i < 2; i++) {
      const reported = newUser()
      await doubted.report(reported)
      await decided(moderator, await caseOf(reported), { action: 'dismiss', reason: 'false-report' })
    }
    const target = newUser()
    await doubted.report(target, { category: 'hate' })
    const trustedCase = await newCase({ category: 'hate' })
    const order = await allOf()
    const position = (id: number) => order.findIndex((one) => one.id === id)
    const expected = [severe.caseId, trustedCase.caseId, await caseOf(target), minor.caseId]
    expect(expected.map(position).toSorted((a, b) => a - b)).toEqual(expected.map(position))
    expect(order.map(({ dueAt }) => dueAt)).toEqual(order.map(({ dueAt }) => dueAt).toSorted())
  })

  /** All pages of the queue. */
  async function allOf() {
    const first = await queue(moderator, { limit: 3 })
    const found = [...first.body]
    let link = first.headers.get('link')
    while (link) {
      const cursor = new URL(link.slice(1, link.indexOf('>')), 'http://x').searchParams.get('cursor') ?? ''
      const { body, headers } = await queue(moderator, { limit: 3, cursor })
      found.push(...body)
      link = headers.get('link')
    }
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(found).toHaveLength(await cases.countDocuments({ status: 'open' }))
    return found
  }

  test.each(['x', '1', '1.', '.1', '1.2.3', '-1.2'])('the cursor %j is rejected', async (cursor) => {
    expect((await queue(moderator, { cursor })).status).toBe(400)
  })
})
