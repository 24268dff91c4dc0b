import { broadcast } from '@zing/kit/nats/broadcast'
import { ensureStream } from '@zing/kit/nats/streams/event-stream'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { matchesEnded } from '@zing/proto/nats/broadcasts'
import { likeCreated, matchCreated, matchEnded, notificationCreated, userDeleted } from '@zing/proto/nats/events'
import { getBlockPage } from '@zing/proto/nats/rpc/chat'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { connectForTest, createEventPublisher } from '@zing/testing/events'
import { forkService } from '@zing/testing/fork-service'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { request } from '@zing/testing/request'
import { testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose, { type Connection } from 'mongoose'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../src/config.ts'
import { createModels } from '../src/models/models.ts'
import { start } from '../src/start.ts'
import { setupChat } from './setup-chat.ts'
import { ORIGIN } from './test-sockets.ts'
import { conversationOf, likeOf, type TestUser } from './test-users.ts'

const {
  nats,
  db,
  secondInstance,
  startChat,
  publishEvent,
  eventsHandled,
  deletedUsers,
  newUser,
  newMatch,
  matchEvent,
  connect,
  sendMessage,
  listMessages,
} = await setupChat()

const HOUR_MS = 60 * 60 * 1_000
const TIMES = { ackWaitMs: 1_000 }
const { Tombstone, Message } = createModels(db)

/** Counts a user's documents in every collection of chat except the tombstones. */
async function dataOf({ userId }: { userId: number }, of: Connection = db): Promise<number> {
  const ofPair = { $regex: `^${userId}:|:${userId}$` }
  const counts = await Promise.all([
    of.collection('conversations').countDocuments({ $or: [{ members: userId }, { _id: ofPair as never }] }), // the ids are strings
    of.collection('messages').countDocuments({ $or: [{ senderId: userId }, { conv: ofPair }] }),
    of.collection('reactions').countDocuments({ conv: ofPair }),
    of.collection('dead_letters').countDocuments({ text: { $regex: `Id":${userId}[,}]` } }),
  ])
  return counts.reduce((sum, count) => sum + count)
}

/** Waits for the flush first: a flush in flight may store messages after the erasure, until the second pass. */
async function deleteUser({ userId }: TestUser): Promise<void> {
  const unflushed = { members: userId, 'pending.0': { $exists: true } }
  await vi.waitFor(async () => expect(await db.collection('conversations').countDocuments(unflushed)).toBe(0), WAIT)
  await publishEvent(userDeleted, { userId })
  await eventsHandled()
}

async function restart(): Promise<void> {
  const restarted = await startChat()
  onTestFinished(() => restarted.stop())
}

describe('SEC-120 a deleted user', () => {
  test('the conversation closes for the partner as after an unmatch, and nothing of it stays', async () => {
    const [ada, ben] = newMatch()
    const [, cleo] = newMatch()
    await publishEvent(matchCreated, matchEvent(ben, cleo), { rev: 2 })
    const { body: message } = await sendMessage(ada, ben, 'from Ada')
    await sendMessage(ben, ada, 'from Ben')
    const reaction = { params: { id: message.id }, body: { emoji: '👍' } }
    expect((await ben.call(contract.setReaction, reaction)).status).toBe(204)
    await vi.waitFor(async () => expect((await sendMessage(cleo, ben, 'from Cleo')).status).toBe(201), WAIT)
    await vi.waitFor(async () => expect(await Message.countDocuments({ senderId: ada.userId })).toBe(1), WAIT) // flushed
    const tabs = [await connect(ben), await connect(ben, secondInstance.url)]
    const cleoTab = await connect(cleo)

    await deleteUser(ada)
    expect(await dataOf(ada)).toBe(0)
    for (const tab of tabs)
      await vi.waitFor(() => expect(tab.of('MATCH_ENDED')).toEqual([{ type: 'MATCH_ENDED', userId: ada.userId }]), WAIT)
    const page = await ben.call(contract.listMessages, { params: { id: ada.userId } }) // social still has the match
    expect([page.status, page.body]).toEqual([404, errors.matchNotFound().body])
    const sent = await sendMessage(ben, ada, 'still there?')
    expect([sent.status, sent.body]).toEqual([403, errors.mayNotMessage().body])
    expect((await sendMessage(ada, ben, 'late')).status).toBe(403)
    expect((await ben.call(contract.listConversations)).body).toMatchObject([{ partnerId: cleo.userId, unread: 1 }])
    expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
    expect((await listMessages(ben, cleo)).map(({ content }) => content)).toEqual(['from Cleo'])
    expect(cleoTab.of('MATCH_ENDED')).toEqual([])
    expect(await dataOf(ada)).toBe(0)
  })

  test('blocks disappear silently: the other user is not told of a match', async () => {
    const [ada, ben] = newMatch()
    await sendMessage(ada, ben, 'hi')
    await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
    const benTab = await connect(ben)
    await deleteUser(ada)
    expect((await ben.call(contract.listBlocks)).body).toEqual([])
    const { items } = await request(nats, getBlockPage, { after: '' })
    expect(items.filter(({ blockedId }) => blockedId === ada.userId)).toEqual([])
    const cleo = newUser('Cleo')
    await publishEvent(notificationCreated, likeOf(cleo, ben))
    await vi.waitFor(() => expect(benTab.of('NEW_LIKE')).toHaveLength(1), WAIT)
    expect(benTab.of('MATCH_ENDED')).toEqual([])
  })

  test('late events and a late block restore nothing, and are not pushed', async () => {
    const [ada, ben] = newMatch()
    await sendMessage(ada, ben, 'hi')
    const benTab = await connect(ben)
    await deleteUser(ada)
    const match = matchEvent(ada, ben)
    await publishEvent(matchCreated, match, { rev: 9 })
    await publishEvent(matchEnded, { userIds: match.userIds }, { rev: 10 })
    await publishEvent(notificationCreated, likeOf(ada, ben))
    await publishEvent(userDeleted, { userId: ada.userId })
    const cleo = newUser('Cleo')
    await publishEvent(notificationCreated, likeOf(cleo, ben))
    await eventsHandled()
    const blocked = await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } }) // auth lags behind
    expect([blocked.status, blocked.body]).toEqual([404, errors.userNotFound().body])
    await vi.waitFor(() => expect(benTab.of('NOTIFICATION_COUNT')).toHaveLength(1), WAIT)
    expect(benTab.of('NEW_LIKE')).toMatchObject([{ user: { id: cleo.userId } }])
    expect([benTab.of('NEW_MATCH'), benTab.of('NOTIFICATION').length]).toEqual([[], 1])
    expect(benTab.of('MATCH_ENDED')).toHaveLength(1)
    expect(await dataOf(ada)).toBe(0)
  })

  test('the partners are told again when social no longer lists the match', async () => {
    const [ada, ben] = [newUser('Ada'), newUser('Ben')]
    const tabs = [await connect(ben), await connect(ben, secondInstance.url)]
    const adaTab = await connect(ada)
    broadcast(nats, matchesEnded, { userId: ada.userId, partnerIds: [ben.userId] })
    for (const tab of tabs)
      await vi.waitFor(() => expect(tab.of('MATCH_ENDED')).toEqual([{ type: 'MATCH_ENDED', userId: ada.userId }]), WAIT)
    expect(adaTab.of('MATCH_ENDED')).toEqual([])
  })

  test('dead letters that name the user are deleted, other users’ dead letters stay', async () => {
    const [ada, ben] = [newUser(), newUser()]
    for (const { userId } of [ada, ben]) {
      const text = JSON.stringify({ likerId: userId, likedId: 900_001 })
      await db.collection('dead_letters').insertOne({ subject: likeCreated.subject, text, reason: 'x', at: new Date() })
    }
    await deleteUser(ada)
    expect([await dataOf(ada), await dataOf(ben)]).toEqual([0, 1])
  })
})

describe('INV-13', () => {
  test('when the event of a deletion is lost, the next reconciliation finds it', async () => {
    const [ada, ben] = newMatch()
    await sendMessage(ada, ben, 'hi')
    deletedUsers.push({ userId: ada.userId, epoch: 0 })
    await restart()
    await vi.waitFor(async () => expect(await dataOf(ada)).toBe(0), WAIT)
    expect((await ben.call(contract.listConversations)).body).toEqual([])
  })

  test('the second pass erases what a flush in flight has stored, then forgets the conversations', async () => {
    const [ada, ben] = newMatch()
    await sendMessage(ada, ben, 'hi')
    await vi.waitFor(async () => expect(await Message.countDocuments({ senderId: ada.userId })).toBe(1), WAIT)
    const stored = await Message.findOne({ senderId: ada.userId }).lean()
    await deleteUser(ada)
    expect(await Tombstone.findById(ada.userId).lean()).toMatchObject({ conversations: [conversationOf(ada, ben)] })
    await Message.create({ ...stored })
    expect(await dataOf(ada)).toBe(1)

    await Tombstone.updateOne({ _id: ada.userId }, { $set: { at: new Date(Date.now() - HOUR_MS) } })
    await restart()
    await vi.waitFor(async () => expect(await dataOf(ada)).toBe(0), WAIT)
    const tombstone = { _id: ada.userId, at: expect.any(Date), epoch: 0 }
    await vi.waitFor(async () => expect(await Tombstone.findById(ada.userId).lean()).toEqual(tombstone), WAIT)
  })

  test('messages sent during the deletion are erased too', async () => {
    const [ada, ben] = newMatch()
    await sendMessage(ada, ben, 'hi')
    const sends = Array.from({ length: 30 }, (_, i) =>
      sendMessage(i % 2 === 0 ? ada : ben, i % 2 === 0 ? ben : ada, 'x'),
    )
    await Promise.all([...sends, publishEvent(userDeleted, { userId: ada.userId })])
    await eventsHandled()
    for (const { status } of await Promise.all(sends)) expect([201, 403, 503]).toContain(status)
    await Tombstone.updateOne({ _id: ada.userId }, { $set: { at: new Date(Date.now() - HOUR_MS) } })
    await restart()
    await vi.waitFor(async () => expect(await dataOf(ada)).toBe(0), WAIT)
  })
})

describe('INV-13 a process that is killed in the middle of an erasure', async () => {
  const env = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN }
  const own = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterAll(() => own.close())
  const models = createModels(own)
  await ensureStream(await connectForTest(env.NATS_URL))
  const publish = await createEventPublisher(env.NATS_URL)
  let lastId = 1_000

  async function storeConversations(): Promise<{ userId: number }> {
    lastId += 10
    const userId = lastId
    for (const partnerId of [userId + 1, userId + 2]) {
      const members = [userId, partnerId]
      const common = { epoch: 0, createdAt: new Date() }
      const conv = members.join(':')
      await models.Conversation.create({ _id: conv, members, matched: true, matchRev: 2, seq: 2, epoch: 0 })
      await models.Message.create({ _id: partnerId * 10, conv, seq: 1, senderId: userId, content: 'hi', ...common })
      await models.Message.create({
        _id: partnerId * 10 + 1,
        conv,
        seq: 2,
        senderId: partnerId,
        content: 'ho',
        ...common,
      })
    }
    return { userId }
  }

  test.each([
    ['update', 'tombstones'],
    ['$addToSet', 'tombstones'],
    ['delete', 'conversations'],
    ['delete', 'messages'],
  ])('it is completed by the next one: killed at %s %s', { timeout: 90_000 }, async (command, collection) => {
    const ada = await storeConversations()
    expect(await dataOf(ada, own)).toBe(6)
    const database = await heldDatabase(env.MONGO_URL)
    const held = database.holdResponse((bytes) => bytes.includes(command) && bytes.includes(collection))
    const variables = { ...env, MONGO_URL: database.url, TEST_TIMES: JSON.stringify(TIMES) }
    const killed = forkService(new URL('./quick-main.ts', import.meta.url), variables)
    await publish(userDeleted, { userId: ada.userId })
    await held.arrived
    await killed.kill()

    const next = await start(Config.parse(env), { times: TIMES })
    onTestFinished(() => next.stop())
    await vi.waitFor(async () => expect(await dataOf(ada, own)).toBe(0), WAIT)
  })
})

test('INV-12 a reset deletes the tombstones too', async () => {
  const ada = newUser()
  await deleteUser(ada)
  expect(await Tombstone.countDocuments({ _id: ada.userId })).toBe(1)
  await request(nats, resetOf('chat'), { epoch: 1 })
  expect(await Tombstone.countDocuments()).toBe(0)
  await publishEvent(userDeleted, { userId: ada.userId }, { epoch: 0 })
  await eventsHandled()
  expect(await Tombstone.countDocuments()).toBe(0)
})
