import { errorCodes } from '@zing/proto/error-codes'
import { messages } from '@zing/proto/http/errors'
import { getEvidencePhoto } from '@zing/proto/http/moderation'
import { reportUser } from '@zing/proto/http/reports'
import { EVIDENCE_MESSAGES_MAX, REPORT_TEXT_MAX, REPORTS_PER_DAY } from '@zing/proto/limits'
import { measureTaken } from '@zing/proto/nats/events'
import { PHOTO_PART_BYTES } from '@zing/proto/nats/rpc'
import { describe, expect, test } from 'vitest'
import { hashOf, sha256 } from '../src/domain/hash-chain.ts'
import { photoOf, setupModeration, talk } from './setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, caseOf, cases, evidence, evidenceChain, reporters, blocks, away, conversations } = moderation
const { anonymous, auditEntries, events, photoReads, queue, view, decided } = moderation
const moderator = newUser({ role: 'moderator' })

const openOf = ({ id }: { id: number }) => cases.findOne({ userId: id, status: 'open' })

describe('SEC-131 a report', () => {
  test('it opens a case, blocks the user, and the reported user gets no event', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const response = await ada.report(ben, { category: 'hate', text: '  He insults me; <b>often</b>.\nReally. ' })
    expect([response.status, response.body]).toEqual([201, { id: expect.any(Number) }])
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
        details: { reportId: String(response.body.id), category: 'hate' },
      },
    ])
    expect(events.of(measureTaken).filter(({ userId }) => userId === ben.id)).toEqual([])
  })

  test('without a block nothing is blocked', async () => {
    const [ada, ben] = [newUser(), newUser()]
    expect((await ada.report(ben, { block: false })).status).toBe(201)
    expect(blocks).not.toContainEqual([ada.id, ben.id])
  })

  test('reports of several users about one are one case, as grave and as urgent as the gravest', async () => {
    const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
    await ada.report(cleo, { category: 'other' })
    const before = await openOf(cleo)
    await ben.report(cleo, { category: 'threats' })
    const after = await openOf(cleo)
    expect([before?.severity, after?.severity, after?.reports.length]).toEqual([3, 0, 2])
    expect(Number(after?.dueAt)).toBeLessThan(Number(before?.dueAt))
  })

  test('two first reports in one instant are one case with both', async () => {
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
    ['an unknown user', { userId: 999_999 }, 404, { message: messages.userNotFound }],
    ['an unknown category', { category: 'boring' }, 400, { message: 'Please choose a reason' }],
    ['no category', { category: undefined }, 400, { message: 'Please choose a reason' }],
    ['an operator as id', { userId: { $ne: 0 } }, 400, { message: 'Invalid user ID' }],
    ['a long text', { text: 'x'.repeat(REPORT_TEXT_MAX + 1) }, 400, { message: 'This text is too long' }],
    ['an empty text', { text: ' \u200b ' }, 400, { message: 'Please write something' }],
    ['a control character', { text: 'a\u0000b' }, 400, { message: 'This text contains invalid characters' }],
    ['too many messages', { messageIds: Array(21).fill(1) }, 400, { message: 'Too many messages' }],
  ])('%s is refused', async (_case, body, status, error) => {
    const [ada, ben] = [newUser(), newUser()]
    const response = await ada.report(ben, body)
    expect([response.status, response.body]).toEqual([status, error])
    expect(await openOf(ben)).toBeNull()
  })

  test('SEC-131 a user who is neither seen nor was seen lately is like an unknown one', async () => {
    const [ada, ben] = [newUser(), newUser({ isReportable: false })]
    const response = await ada.report(ben)
    expect([response.status, response.body]).toEqual([404, { message: messages.userNotFound }])
    expect([await openOf(ben), blocks.some(([blocker]) => blocker === ada.id)]).toEqual([null, false])
  })

  test('nobody reports themselves, and nobody without a session', async () => {
    const ada = newUser()
    const response = await ada.report(ada)
    expect([response.status, response.body]).toEqual([400, { message: messages.ownReport }])
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
  const conflict = [409, { message: messages.reportOpen, code: errorCodes.reportOpen }]

  test('a second report about the same user is refused while the first is open, also at the same time', async () => {
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

  test('ten reports a day, also at once, then 429 with the time to wait; the oldest makes room after a day', async () => {
    const ada = newUser()
    const reported = Array.from({ length: REPORTS_PER_DAY + 2 }, () => newUser())
    const responses = await Promise.all(reported.map((one) => ada.report(one)))
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.body).toEqual({ message: messages.noReportsLeft, code: errorCodes.noReportsLeft })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(86_000)

    const { recent = [] } = (await reporters.findOne({ _id: ada.id })) ?? {}
    const aged = recent.map((one, index) => (index === 0 ? { ...one, at: one.at - 86_400_000 } : one))
    await reporters.updateOne({ _id: ada.id }, { $set: { recent: aged } })
    expect([(await ada.report(newUser())).status, (await ada.report(newUser())).status]).toEqual([201, 429])
  })
})

describe('SEC-133 evidence', () => {
  test('profile, photo and messages are taken by the server and shown to moderators as they were', async () => {
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

  test('each entry of the chain seals the stored evidence and the entry before it', async () => {
    const [one, two] = [await newCase(), await newCase()]
    const entries = await evidenceChain.find().sort({ _id: 1 }).toArray()
    expect(entries.map(({ _id }) => _id)).toEqual(entries.map((_entry, index) => index + 1))
    for (const [index, entry] of entries.entries()) {
      expect(entry.hash).toBe(hashOf(entry))
      if (index > 0) expect(entry.previousHash).toBe(entries[index - 1]?.hash)
      const stored = await evidence.findOne({ _id: Number(entry.entryId) })
      if (stored) expect(sha256(stored.json)).toBe(entry.content)
    }
    for (const { caseId } of [one, two]) {
      const { body } = await view(moderator, caseId)
      expect(entries.map(({ hash }) => hash)).toContain(body.reports[0]?.evidence.hash)
    }
  })

  test('messages of another conversation are refused, and nothing is stored or blocked', async () => {
    const [ada, ben, eve] = [newUser(), newUser(), newUser()]
    conversations.set(`${ada.id}:${ben.id}`, talk(ada.id, ben.id, 2))
    const foreign = conversations.get(`${ada.id}:${ben.id}`)?.[0]?.id
    const response = await eve.report(ben, { messageIds: [foreign] })
    expect([response.status, response.body]).toEqual([400, { message: messages.foreignMessages }])
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
    '%s is away: 503, nothing is stored, and a retry works',
    async (service) => {
      const [ada, ben] = [newUser(), newUser()]
      const before = await evidence.countDocuments()
      away.add(service)
      const failed = await ada.report(ben)
      away.delete(service)
      expect(failed.status).toBe(503)
      expect([await openOf(ben), await evidence.countDocuments(), await reporters.findOne({ _id: ada.id })]).toEqual([
        null,
        before,
        null,
      ])
      expect((await ada.report(ben)).status).toBe(201)
      expect(blocks.filter(([blocker]) => blocker === ada.id)).toHaveLength(1)
    },
  )
})

describe('the queue', () => {
  test('it is ordered by severity, age and the record of the reporter', async () => {
    const [light, grave, doubted] = [
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
    const expected = [grave.caseId, trustedCase.caseId, await caseOf(target), light.caseId]
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
