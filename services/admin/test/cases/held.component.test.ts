import { randomBytes } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import { createAppeal } from '@zing/proto/http/reports'
import { decideHeld, listHeld, undoDecision } from '@zing/proto/http/staff/moderation'
import { HELD_MESSAGES_MAX, HELD_SENDERS_PAGE_MAX } from '@zing/proto/limits'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import { caseOpened } from '@zing/proto/nats/events'
import type { StoredHeldMessage } from '@zing/proto/nats/rpc/chat'
import { WAIT } from '@zing/testing/wait'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { photoOf } from '../moderation-world.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, caseOf, cases, claim, decided, view, auditEntries, unavailable, held, heldDecisions, events } =
  moderation
const { anonymous, appeals, evidence, duringEvidence, related } = moderation
const mia = newUser({ role: 'moderator' })
const admin = newUser({ role: 'admin' })
type User = ReturnType<typeof newUser>

let lastId = 0
/** Lets chat hold a first message from the sender to a new receiver. */
function hold(sender: User, more: Partial<StoredHeldMessage> = {}): StoredHeldMessage {
  lastId += 1
  const message: StoredHeldMessage = {
    id: lastId,
    seq: 1,
    senderId: sender.id,
    receiverId: newUser().id,
    reason: 'links',
    content: `Look at www.example.org/${lastId}`,
    createdAt: new Date(lastId).toISOString(),
    ...more,
  }
  held.push(message)
  return message
}

function cursorOf({ headers }: { headers: Headers }): string {
  const url = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? expect.unreachable()
  return new URL(url, 'http://admin').searchParams.get('cursor') ?? expect.unreachable()
}
const list = (moderator: User) => moderator.call(listHeld)
const decide = (moderator: User, sender: { id: number }, body: object) =>
  moderator.call(decideHeld, { params: { userId: sender.id }, body })
const release = (moderator: User, sender: User, ...ids: number[]) =>
  decide(moderator, sender, { action: 'release', messageIds: ids })
const reject = (moderator: User, sender: User, ...ids: number[]) =>
  decide(moderator, sender, { action: 'reject', messageIds: ids, category: 'scam' })
const entriesAbout = async ({ id }: { id: number }) => (await auditEntries()).filter(({ userId }) => userId === id)

beforeEach(() => {
  held.length = 0
  heldDecisions.length = 0
})

describe('SEC-148 the list of held messages', () => {
  test('it lists messages by sender with names, and audits each view once in ten minutes', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const [one, two, three] = [hold(ada), hold(ben, { reason: 'same-text', content: 'Hi' }), hold(ada)]
    await list(mia)
    const { status, body } = await list(mia)
    expect(status).toBe(200)
    const receiver = (id: number) => ({ id, name: `User ${id}`, username: `user${id}` })
    const shown = ({ id, receiverId, reason, content, createdAt }: StoredHeldMessage) => ({
      id,
      receiver: receiver(receiverId),
      reason,
      content,
      createdAt,
    })
    expect(body).toEqual([
      { user: receiver(ada.id), messages: [shown(one), shown(three)], count: 2 },
      { user: receiver(ben.id), messages: [shown(two)], count: 1 },
    ])
    for (const sender of [ada, ben])
      expect(await entriesAbout(sender)).toEqual([
        { action: 'held.viewed', actorId: mia.id, caseId: null, userId: sender.id, details: {} },
      ])
  })

  test('it is empty without held messages, and a deleted sender has no name', async () => {
    expect((await list(mia)).body).toEqual([])
    hold({ ...newUser(), id: 999_999 })
    expect((await list(mia)).body).toMatchObject([{ user: { id: 999_999, name: null, username: null } }])
  })

  test('a moderator sees neither own messages nor messages from senders to them', async () => {
    const ada = newUser()
    hold(mia)
    hold(ada)
    hold(ada, { receiverId: mia.id })
    expect((await list(mia)).body).toEqual([])
    expect((await list(admin)).body.map(({ user }: { user: { id: number } }) => user.id)).toEqual([mia.id, ada.id])
  })

  test('it has pages by oldest message, and a sender of many messages hides no other sender', async () => {
    const spammer = newUser()
    for (let i = 0; i < HELD_MESSAGES_MAX; i++) hold(spammer)
    const others = Array.from({ length: HELD_SENDERS_PAGE_MAX + 1 }, () => newUser())
    for (const one of others) hold(one)
    hold(spammer)
    const first = await list(mia)
    const order = [spammer, ...others].map(({ id }) => id)
    const sendersOf = ({ body }: { body: { user: { id: number } }[] }) => body.map(({ user }) => user.id)
    expect(sendersOf(first)).toEqual(order.slice(0, HELD_SENDERS_PAGE_MAX))
    expect(first.body[0]).toMatchObject({ count: HELD_MESSAGES_MAX + 1 })
    for (const { id } of others.slice(HELD_SENDERS_PAGE_MAX - 1)) expect(await entriesAbout({ id })).toEqual([])

    const cursor = cursorOf(first)
    const second = await mia.call(listHeld, { query: { cursor } })
    expect(sendersOf(second)).toEqual(order.slice(HELD_SENDERS_PAGE_MAX))
    expect(second.headers.get('link')).toBeNull()
    const two = await mia.call(listHeld, { query: { limit: 2, cursor } })
    expect(sendersOf(two)).toEqual(order.slice(HELD_SENDERS_PAGE_MAX, HELD_SENDERS_PAGE_MAX + 2))
    expect(two.headers.get('link')).toBeNull()
  })

  test.each([{ limit: 0 }, { limit: HELD_SENDERS_PAGE_MAX + 1 }, { cursor: 'x' }, { cursor: '1.2.3' }])(
    'the page %j is refused',
    async (query) => {
      const message = 'limit' in query ? 'Invalid limit' : 'Invalid cursor'
      const { status, body } = await mia.call(listHeld, { query })
      expect([status, body]).toEqual([400, { message, code: expect.any(String) }])
    },
  )

  test('it refuses members and anonymous callers, and audits nothing', async () => {
    const ada = newUser()
    hold(ada)
    const member = await list(newUser())
    expect([member.status, member.body]).toEqual([403, errors.notAllowed().body])
    expect((await anonymous.call(listHeld)).status).toBe(401)
    expect(await entriesAbout(ada)).toEqual([])
  })

  test('without chat it is a 503', async () => {
    unavailable.add('chat')
    onTestFinished(() => void unavailable.delete('chat'))
    const { status, body } = await list(mia)
    expect([status, body]).toEqual([503, errors.unavailable().body])
  })
})

describe('SEC-148 a release', () => {
  test('chat learns which messages the moderator has seen, and the audit log has them', async () => {
    const ada = newUser()
    const [one, two] = [hold(ada), hold(ada)]
    const { status, body } = await release(mia, ada, one.id, two.id)
    expect([status, body]).toEqual([200, { messageIds: [one.id, two.id], caseId: null }])
    expect(heldDecisions).toEqual([{ senderId: ada.id, messageIds: [one.id, two.id], action: 'release' }])
    expect(await entriesAbout(ada)).toEqual([
      {
        action: 'held.released',
        actorId: mia.id,
        caseId: null,
        userId: ada.id,
        details: { messageIds: `${one.id},${two.id}` },
      },
    ])
    expect(await cases.countDocuments({ userId: ada.id })).toBe(0)
  })

  test('when the moderator has missed a message to a receiver, all messages to them stay', async () => {
    const ada = newUser()
    const [one, two] = [hold(ada), hold(ada)]
    const added = hold(ada, { seq: 2, receiverId: one.receiverId })
    expect((await release(mia, ada, one.id, two.id)).body).toEqual({ messageIds: [two.id], caseId: null })
    const { status, body } = await release(mia, ada, one.id)
    expect([status, body]).toEqual([409, errors.heldChanged().body])
    expect((await release(mia, ada, one.id, added.id)).status).toBe(200)
  })

  test('one call decides as many messages as the list has', async () => {
    const ada = newUser()
    const ids = Array.from({ length: HELD_MESSAGES_MAX }, () => hold(ada).id)
    expect((await list(mia)).body[0]?.messages).toHaveLength(HELD_MESSAGES_MAX)
    expect((await reject(mia, ada, ...ids)).body.messageIds).toEqual(ids)
  })

  test('it does not find messages that are no longer held or come from another sender', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const one = hold(ada)
    await release(mia, ada, one.id)
    hold(ben)
    for (const response of [await release(admin, ada, one.id), await release(mia, ben, one.id)])
      expect([response.status, response.body]).toEqual([404, errors.heldNotFound().body])
  })
})

describe('SEC-148 a rejection', () => {
  test('it opens a case by the moderator about the sender, with the messages as evidence', async () => {
    const ada = newUser({ photo: photoOf(1_000) })
    const [one, two] = [hold(ada), hold(ada)]
    const { status, body } = await reject(mia, ada, one.id, two.id)
    const caseId = await caseOf(ada)
    expect([status, body]).toEqual([200, { messageIds: [one.id, two.id], caseId }])
    expect(heldDecisions).toEqual([{ senderId: ada.id, messageIds: [one.id, two.id], action: 'reject' }])

    const page = (await view(mia, caseId)).body
    expect(page).toMatchObject({ kind: 'report', categories: ['scam'], reportCount: 1, refusal: null })
    expect(page.reports).toMatchObject([
      {
        reporter: { id: SYSTEM_REPORTER_ID, name: null },
        category: 'scam',
        text: 'A moderator has rejected these first messages.',
        evidence: {
          profile: { name: ada.name },
          photo: expect.stringContaining(`/api/moderation/cases/${caseId}/photos/`),
          messages: [one, two].map(({ id, seq, content, createdAt }) => ({
            id,
            seq,
            senderId: ada.id,
            content,
            createdAt,
            isMarked: true,
          })),
        },
      },
    ])
    const details = { messageIds: `${one.id},${two.id}`, category: 'scam' }
    const actions = (await entriesAbout(ada)).filter(({ action }) => action !== 'case.viewed')
    expect(actions).toMatchObject([
      { action: 'held.rejected', actorId: mia.id, caseId: null, details },
      { action: 'report.created', actorId: mia.id, caseId, details: { category: 'scam' } },
    ])
    await vi.waitFor(
      () => expect(events.of(caseOpened).filter(({ userId }) => userId === ada.id)).toMatchObject([{ caseId }]),
      WAIT,
    )
  })

  test('the moderator who rejected the messages may decide the case', async () => {
    const ada = newUser()
    await reject(mia, ada, hold(ada).id)
    const caseId = await caseOf(ada)
    expect((await claim(mia, caseId)).status).toBe(200)
    await decided(mia, caseId, { action: 'ban', reason: 'scam' })
  })

  test('SEC-136 the moderator who rejected decides no later appeal, and undoes no answer to it', async () => {
    const ada = newUser()
    await reject(admin, ada, hold(ada).id)
    const { id: decisionId } = await decided(mia, await caseOf(ada), { action: 'ban', reason: 'scam' })
    const token = randomBytes(32).toString('base64url')
    appeals.set(token, { userId: ada.id, decisionId })
    const { id } = (await anonymous.call(createAppeal, { body: { token, text: 'It was a joke.' } })).body
    const refusal = [403, errors.ownCase().body]
    const refused = await claim(admin, id)
    expect([refused.status, refused.body]).toEqual(refusal)
    expect((await view(admin, id)).body.refusal).toBe('own-case')
    await decided(newUser({ role: 'moderator' }), id, { action: 'lift', reason: 'mistake' })
    const undone = await admin.call(undoDecision, { params: { id } })
    expect([undone.status, undone.body]).toEqual(refusal)
  })

  test('further rejections and reports of users join the open case', async () => {
    const ada = newUser()
    await newUser().report(ada, { category: 'fake' })
    const caseId = await caseOf(ada)
    for (const { id } of [hold(ada), hold(ada)]) expect((await reject(mia, ada, id)).body.caseId).toBe(caseId)
    expect((await view(mia, caseId)).body).toMatchObject({ reportCount: 3, categories: ['scam', 'fake'] })
  })

  test.each([
    ['releases', release],
    ['rejects', reject],
  ])('while one moderator rejects messages, another who %s them is refused', async (_what, decideToo) => {
    const [ada, noah] = [newUser(), newUser({ role: 'moderator' })]
    const one = hold(ada)
    let other: Awaited<ReturnType<typeof decide>> | undefined
    duringEvidence.set(ada.id, async () => {
      other = await decideToo(noah, ada, one.id)
    })
    const rejection = await reject(mia, ada, one.id)
    expect([rejection.status, other?.status, other?.body]).toEqual([200, 409, errors.heldClaimed().body])
    expect(heldDecisions).toEqual([{ senderId: ada.id, messageIds: [one.id], action: 'reject' }])
    expect((await cases.findOne({ userId: ada.id }))?.reports).toHaveLength(1)
    expect((await entriesAbout(ada)).map(({ actorId }) => actorId)).not.toContain(noah.id)

    const two = hold(ada)
    expect((await release(noah, ada, two.id)).status).toBe(200)
  })

  test('after a crash during a decision, another moderator decides once the claim has expired', async () => {
    const ada = newUser()
    const one = hold(ada)
    const claims = moderation.db.collection<{ _id: number; token: string; until: Date }>('held_claims')
    await claims.insertOne({ _id: ada.id, token: 'of the crash', until: new Date(Date.now() + 60_000) })
    expect((await release(mia, ada, one.id)).status).toBe(409)
    await claims.updateOne({ _id: ada.id }, { $set: { until: new Date() } })
    expect((await release(mia, ada, one.id)).status).toBe(200)
  })

  test('when chat fails, the moderator can repeat the rejection, and the evidence is there', async () => {
    const ada = newUser()
    const one = hold(ada)
    vi.spyOn(held, 'splice').mockImplementationOnce(() => {
      throw errors.unavailable()
    })
    expect((await reject(mia, ada, one.id)).status).toBe(503)
    expect((await reject(mia, ada, one.id)).status).toBe(200)
    const reports = (await cases.findOne({ userId: ada.id }))?.reports ?? []
    expect(await evidence.countDocuments({ _id: { $in: reports.map(({ id }) => id) } })).toBe(reports.length)
  })

  test('without auth, it stores nothing, and the messages stay held', async () => {
    const ada = newUser()
    const one = hold(ada)
    unavailable.add('auth')
    onTestFinished(() => void unavailable.delete('auth'))
    expect((await reject(mia, ada, one.id)).status).toBe(503)
    expect(held).toEqual([one])
    expect(await cases.countDocuments({ userId: ada.id })).toBe(0)
  })
})

describe('SEC-148 who may decide, and what', () => {
  test('a member and an anonymous caller may not', async () => {
    const ada = newUser()
    const one = hold(ada)
    const member = await release(newUser(), ada, one.id)
    expect([member.status, member.body]).toEqual([403, errors.notAllowed().body])
    const input = { params: { userId: ada.id }, body: { action: 'release', messageIds: [one.id] } }
    expect((await anonymous.call(decideHeld, input)).status).toBe(401)
    expect(heldDecisions).toEqual([])
  })

  test('a moderator does not decide about messages from or to themselves', async () => {
    const ada = newUser()
    const [own, other] = [hold(mia), hold(ada)]
    hold(ada, { receiverId: mia.id })
    const toMia = await release(mia, ada, other.id)
    expect([toMia.status, toMia.body]).toEqual([403, errors.ownHeld().body])
    expect((await release(mia, mia, own.id)).status).toBe(404)
    expect(heldDecisions).toEqual([])
  })

  test('a moderator does not decide about senders with a match or a block between the two', async () => {
    const ada = newUser()
    const one = hold(ada)
    related.add(ada.id)
    const refused = await release(mia, ada, one.id)
    expect([refused.status, refused.body]).toEqual([403, errors.ownCase().body])
    expect(heldDecisions).toEqual([])
    related.delete(ada.id)
    expect((await release(mia, ada, one.id)).status).toBe(200)
  })

  test('an admin decides about a sender with a role', async () => {
    const noah = newUser({ role: 'moderator' })
    const one = hold(noah)
    const refused = await release(mia, noah, one.id)
    expect([refused.status, refused.body]).toEqual([403, errors.adminCase().body])
    expect((await release(admin, noah, one.id)).status).toBe(200)
  })

  test.each([
    ['an unknown action', { action: 'delete' }, 'Invalid action'],
    ['no message', { messageIds: [] }, 'Choose a message'],
    ['too many messages', { messageIds: Array(HELD_MESSAGES_MAX + 1).fill(1) }, 'Too many messages'],
    ['an operator as id', { messageIds: [{ $gt: 0 }] }, 'Invalid message ID'],
    ['a rejection without a reason', { action: 'reject' }, 'Please choose a reason'],
    ['a release with one', { category: 'scam' }, 'Please choose a reason'],
    ['an unknown reason', { action: 'reject', category: 'boring' }, 'Please choose a reason'],
  ])('%s is refused', async (_case, body, message) => {
    const ada = newUser()
    const response = await decide(mia, ada, { action: 'release', messageIds: [hold(ada).id], ...body })
    expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
    expect(heldDecisions).toEqual([])
  })

  test('an invalid user id is refused', async () => {
    const { status, body } = await decide(mia, { id: 0 }, { action: 'release', messageIds: [1] })
    expect([status, body]).toEqual([400, errors.invalidRequest({ message: 'Invalid user ID' }).body])
  })
})
