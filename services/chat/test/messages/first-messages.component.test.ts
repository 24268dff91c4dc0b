import { randomUUID } from 'node:crypto'
import { DAILY_LIMITS, NEW_ACCOUNT_MS } from '@zing/proto/accounts/trust'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { matchCreated, userDeleted } from '@zing/proto/nats/events'
import { changeSettings } from '@zing/testing/change-settings'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createModels } from '../../src/models/models.ts'
import { now } from '../fake-others.ts'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'

const chat = await setupChat()
const { db, startChat, callOn, onSecondInstance, publishEvent, eventsHandled, profiles, delayRpc, nats } = chat
const { newUser, setPair, matchEvent, connect, sendMessage, listMessages } = chat
const { DailyUsage } = createModels(db)

const DAY_MS = 24 * 60 * 60 * 1_000
const LIMITS = DAILY_LIMITS.normal // the profile of the tests
const refused = errors.noFirstMessagesLeft().body
const usageId = ({ userId }: TestUser) => `${Math.floor(Date.now() / DAY_MS)}:${userId}:first-messages`

/** A user with matches, whose conversations have no messages. */
function withMatches(count: number): [TestUser, ...TestUser[]] {
  const sender = newUser('Ada')
  const partners = Array.from({ length: count }, () => {
    const partner = newUser('Ben')
    setPair(sender, partner, { matchedAt: now(), rev: 2 })
    return partner
  })
  return [sender, ...partners]
}

/** Leaves a user this many first messages today. */
async function leave(user: TestUser, max: number, left: number): Promise<void> {
  const ids = Array.from({ length: max - left }, (_, i) => 5_000_000 + i)
  await DailyUsage.updateOne(
    { _id: usageId(user) },
    { ids, expiresAt: new Date(Date.now() + DAY_MS) },
    { upsert: true },
  )
}

async function uniqueHi(from: Pick<TestUser, 'call'>, to: TestUser, key?: string) {
  return sendMessage(from, to, `Hi, ${randomUUID()}`, key)
}

describe('SEC-147 first messages of a day', () => {
  test('in its first 48 hours an account has a limit, and the refusal names the wait', async () => {
    const [ada, ben, cleo] = withMatches(2) as [TestUser, TestUser, TestUser]
    await leave(ada, LIMITS.new.firstMessages, 1)
    expect((await uniqueHi(ada, ben)).status).toBe(201)
    const { status, body, headers } = await uniqueHi(ada, cleo)
    expect([status, body]).toEqual([429, refused])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(DAY_MS / 1_000)
    expect([await listMessages(ada, cleo), await listMessages(cleo, ada)]).toEqual([[], []])
  })

  test('the limit is for first messages only: chats go on, and answers are free', async () => {
    const [ada, ben, cleo] = withMatches(2) as [TestUser, TestUser, TestUser]
    await uniqueHi(ada, ben)
    await uniqueHi(cleo, ada)
    await leave(ada, LIMITS.new.firstMessages, 0)
    expect((await uniqueHi(ada, ben)).status).toBe(201)
    expect((await uniqueHi(ada, cleo)).body).toMatchObject({ seq: 2 })
  })

  test('over a socket, the ERROR has status, reason and time', async () => {
    const [ada, ben] = withMatches(1) as [TestUser, TestUser]
    await leave(ada, LIMITS.new.firstMessages, 0)
    const tab = await connect(ada)
    const clientMessageId = randomUUID()
    tab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: ben.userId, content: 'Hi', afterSeq: 0 })
    await vi.waitFor(() => expect(tab.of('ERROR')).toHaveLength(1), WAIT)
    expect(tab.of('ERROR')).toEqual([
      {
        type: 'ERROR',
        code: 'SEND_MESSAGE_FAILED',
        message: errors.noFirstMessagesLeft.message,
        clientMessageId,
        status: 429,
        retryAfterSeconds: expect.any(Number),
        reason: 'NO_FIRST_MESSAGES_LEFT',
      },
    ])
  })

  test('after 48 hours an account has no limit, unless it is reported', async () => {
    const [ada, ben, cleo] = withMatches(2) as [TestUser, TestUser, TestUser]
    profiles.set(ada.userId, { createdAt: new Date(Date.now() - NEW_ACCOUNT_MS).toISOString() })
    await leave(ada, LIMITS.new.firstMessages, 0)
    expect((await uniqueHi(ada, ben)).status).toBe(201)

    profiles.set(ada.userId, { ...profiles.get(ada.userId), isReported: true })
    await leave(ada, LIMITS.reported.firstMessages, 1)
    expect((await uniqueHi(ada, cleo)).status).toBe(201)
    const dora = newUser('Dora')
    setPair(ada, dora, { matchedAt: now(), rev: 2 })
    expect((await uniqueHi(ada, dora)).body).toEqual(refused)
  })

  test('when a message is sent repeatedly, it counts once', async () => {
    const [ada, ben, cleo] = withMatches(2) as [TestUser, TestUser, TestUser]
    await leave(ada, LIMITS.new.firstMessages, 2)
    const key = randomUUID()
    const content = 'Hi Ben'
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => sendMessage(ada, ben, content, key)),
      ...Array.from({ length: 4 }, () => sendMessage(onSecondInstance(ada), ben, content, key)),
    ])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(await listMessages(ben, ada)).toHaveLength(1)
    expect((await uniqueHi(ada, cleo)).status).toBe(201)
    expect((await sendMessage(ada, ben, content, key)).body.id).toBe(responses[0]?.body.id)
  })

  test('when two users write first at the same instant, their messages follow each other', async () => {
    for (let round = 0; round < 10; round++) {
      const [ada, ben] = withMatches(1) as [TestUser, TestUser]
      const responses = await Promise.all([uniqueHi(ada, ben), uniqueHi(ben, ada), uniqueHi(ada, ben)])
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
      expect((await listMessages(ada, ben)).map(({ seq }) => seq)).toEqual([1, 2, 3])
      expect(await listMessages(ben, ada)).toHaveLength(3)
    }
  })

  test('while auth does not respond, first messages have no limit', async () => {
    const [ada, ben] = withMatches(1) as [TestUser, TestUser]
    await publishEvent(matchCreated, matchEvent(ada, ben), { rev: 2 })
    await eventsHandled()
    await leave(ada, LIMITS.new.firstMessages, 0)
    delayRpc(2_000)
    expect((await uniqueHi(ada, ben)).status).toBe(201)
  })

  test('profile strict allows a tenth, and RATE_PROFILE=off any number', async () => {
    const [strict, unlimited] = [await startChat({ RATE_PROFILE: 'strict' }), await startChat({ RATE_PROFILE: 'off' })]
    onTestFinished(async () => {
      await Promise.all([strict.stop(), unlimited.stop()])
    })
    const [ada, ben, cleo] = withMatches(2) as [TestUser, TestUser, TestUser]
    await leave(ada, DAILY_LIMITS.strict.new.firstMessages, 1)
    expect((await uniqueHi(callOn(strict, ada), ben)).status).toBe(201)
    expect((await uniqueHi(callOn(strict, ada), cleo)).status).toBe(429)
    expect((await uniqueHi(callOn(unlimited, ada), cleo)).status).toBe(201)
  })

  test("the operator's own numbers hold as they are (10.community.trust)", async () => {
    onTestFinished(() => changeSettings(nats, {}))
    const setNew = (firstMessages: number | null) =>
      changeSettings(nats, { trust: { ...DEFAULT_SETTINGS.trust, new: { likes: null, firstMessages } } })
    const statuses = async () => {
      const [ada, ben, cleo] = withMatches(2) as [TestUser, TestUser, TestUser]
      return [(await uniqueHi(ada, ben)).status, (await uniqueHi(ada, cleo)).status]
    }
    await setNew(1)
    await vi.waitFor(async () => expect(await statuses()).toEqual([201, 429]), WAIT)
    await setNew(0)
    await vi.waitFor(async () => expect(await statuses()).toEqual([429, 429]), WAIT)
    await setNew(null)
    await vi.waitFor(async () => expect(await statuses()).toEqual([201, 201]), WAIT)
  })

  test('counts and memory disappear with an account, and with a receiver’s account', async () => {
    const [ada, ben] = withMatches(1) as [TestUser, TestUser]
    const [cleo, dora] = withMatches(1) as [TestUser, TestUser]
    await uniqueHi(ada, ben)
    await uniqueHi(cleo, dora)
    for (const { userId } of [ada, dora]) await publishEvent(userDeleted, { userId })
    await eventsHandled()
    const remembered = db.collection<{ _id: number; recent: unknown[] }>('first_messages')
    expect(await remembered.findOne({ _id: ada.userId })).toBeNull()
    expect((await remembered.findOne({ _id: cleo.userId }))?.recent).toEqual([])
    expect(await DailyUsage.findById(usageId(ada)).lean()).toBeNull()
    expect((await DailyUsage.findById(usageId(cleo)).lean())?.ids).toEqual([])
  })
})
