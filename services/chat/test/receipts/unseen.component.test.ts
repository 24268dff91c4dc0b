import { freePort } from '@zing/dev-env/processes/free-port'
import { decode } from '@zing/kit/nats/connection'
import * as contract from '@zing/proto/http/chat'
import { decideHeldMessages, getUnreadMessages } from '@zing/proto/nats/rpc/chat'
import { messagesUnseen, type WorkOf } from '@zing/proto/nats/work'
import { connectForTest } from '@zing/testing/events'
import { forkService } from '@zing/testing/fork-service'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import type { PerMember } from '../../src/models/conversation.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const UNSEEN_AFTER_MS = 2_000 // in these tests
const times = { unseenAfterMs: UNSEEN_AFTER_MS, sweepMs: 100, idleSweepMs: 300 }
const chat = await setupChat({ VAPID_PUBLIC_KEY: 'set' }, times)
const { env, db, nats, newMatch, connect, sendMessage, startChat } = chat
const conversations = db.collection<{ _id: string; unseenAt?: Date; pending: object[]; received: PerMember }>(
  'conversations',
)

const handedOver: { work: WorkOf<typeof messagesUnseen>; at: number }[] = []
const nc = await connectForTest(env.NATS_URL)
nc.subscribe(messagesUnseen.subject, {
  callback: (_error, { data }) => {
    // parsed by the publishing process
    handedOver.push({ work: decode(data) as WorkOf<typeof messagesUnseen>, at: Date.now() })
  },
})
await nc.flush()

const publishedFor = ({ userId }: TestUser) => handedOver.filter(({ work }) => work.userId === userId)
/** Works as the stream does: two processes that look at the same moment publish the same work. */
const workFor = (user: TestUser) => [...new Map(publishedFor(user).map((one) => [one.work.id, one])).values()]
const isMarked = async (a: TestUser, b: TestUser) =>
  Boolean((await conversations.findOne({ _id: conversationOf(a, b) }))?.unseenAt)

/** Waits until chat has looked at all due conversations. */
async function nothingDue(): Promise<void> {
  await vi.waitFor(
    async () => expect(await conversations.countDocuments({ unseenAt: { $exists: true } })).toBe(0),
    WAIT,
  )
}

test('messages to a user without a socket are handed over once, in time, with the newest seq', {
  concurrent: true,
}, async () => {
  const [ada, ben] = newMatch()
  const sentAt = Date.now()
  await sendMessage(ada, ben, 'one')
  await sendMessage(ada, ben, 'two')
  await vi.waitFor(() => expect(workFor(ben)).toHaveLength(1), WAIT)
  const [handed] = workFor(ben)
  expect(handed?.work).toMatchObject({ userId: ben.userId, partnerId: ada.userId, seq: 2, epoch: 0 })
  expect((handed?.at ?? 0) - sentAt).toBeGreaterThanOrEqual(UNSEEN_AFTER_MS)
  await nothingDue()
  expect(workFor(ben)).toHaveLength(1)
})

test('a message is pending until the write that marks it, so that a crash loses no notice', {
  concurrent: true,
}, async () => {
  const [ada, ben] = newMatch()
  await connect(ben)
  await sendMessage(ada, ben, 'hi')
  const seen = new Set<string>()
  await vi.waitFor(async () => {
    const stored = await conversations.findOne({ _id: conversationOf(ada, ben) })
    seen.add(`${stored?.pending.length} pending, ${stored?.unseenAt ? 'marked' : 'not marked'}`)
    expect(stored?.unseenAt).toBeDefined()
  }, WAIT)
  expect([...seen]).toEqual(['1 pending, not marked', '0 pending, marked'])
})

test('a message that a socket confirms is neither marked nor handed over', { concurrent: true }, async () => {
  const [ada, ben] = newMatch()
  const [, tab] = [await connect(ada), await connect(ben)]
  await sendMessage(ada, ben, 'hi')
  await vi.waitFor(() => expect(tab.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  tab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
  await vi.waitFor(
    async () => expect((await chat.listMessages(ada, ben)).map(({ status }) => status)).toEqual(['delivered']),
    WAIT,
  )
  // a later message to a user without a socket is handed over, after this one would be
  const [cleo, dan] = newMatch()
  await sendMessage(cleo, dan, 'hi')
  await vi.waitFor(() => expect(workFor(dan)).toHaveLength(1), WAIT)
  expect([await isMarked(ada, ben), workFor(ben)]).toEqual([false, []])
})

test('a message that an open socket does not confirm is handed over, unless it confirms late', {
  concurrent: true,
}, async () => {
  const [ada, ben] = newMatch()
  const [cleo, dan] = newMatch()
  await connect(ben)
  const late = await connect(dan)
  await sendMessage(ada, ben, 'hi')
  await sendMessage(cleo, dan, 'hi')
  late.send({ type: 'MESSAGE_RECEIVED', partnerId: cleo.userId, seq: 1 })
  await vi.waitFor(
    async () => expect((await chat.listMessages(cleo, dan)).map(({ status }) => status)).toEqual(['delivered']),
    WAIT,
  )
  // a flush before the receipt leaves it so
  await conversations.updateOne({ _id: conversationOf(cleo, dan) }, { $set: { unseenAt: new Date() } })
  await vi.waitFor(() => expect(workFor(ben)).toHaveLength(1), WAIT)
  await nothingDue()
  expect(workFor(dan)).toEqual([])
})

test('when the receiver’s socket is at another process, a message is watched too', { concurrent: true }, async () => {
  const [ada, ben] = newMatch()
  await connect(ben, chat.secondInstance.url)
  await sendMessage(ada, ben, 'hi')
  await vi.waitFor(() => expect(workFor(ben)).toHaveLength(1), WAIT)
})

test('when a conversation is read or blocked meanwhile, it is not handed over', { concurrent: true }, async () => {
  const [ada, ben] = newMatch()
  const [cleo, dan] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await sendMessage(cleo, dan, 'hi')
  await ben.call(contract.readMessages, { params: { id: ada.userId } })
  await cleo.call(contract.blockUser, { body: { blockedUserId: dan.userId } })
  await nothingDue()
  expect([...workFor(ben), ...workFor(dan)]).toEqual([])
})

test('what one process has left, another one hands over', { concurrent: true }, async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await vi.waitFor(() => expect(workFor(ben)).not.toEqual([]), WAIT)
  await nothingDue()
  const before = publishedFor(ben).length
  // a process that ends after it has stored a message leaves it so
  await conversations.updateOne({ _id: conversationOf(ada, ben) }, { $set: { unseenAt: new Date() } })
  await nothingDue()
  expect(publishedFor(ben).length).toBeGreaterThan(before)
  expect(workFor(ben)).toHaveLength(1)
})

test('a message from a process whose clock was ahead is handed over once, not at that time again', {
  concurrent: true,
}, async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await vi.waitFor(() => expect(workFor(ben)).not.toEqual([]), WAIT)
  await nothingDue()
  const before = publishedFor(ben).length
  const inAnHour = new Date(Date.now() + 60 * 60 * 1_000)
  await conversations.updateOne({ _id: conversationOf(ada, ben) }, { $set: { unseenAt: inAnHour } })
  await vi.waitFor(() => expect(publishedFor(ben).length).toBeGreaterThan(before), WAIT)
  await nothingDue()
})

test('when a moderator releases a message, it is handed over', { concurrent: true }, async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  await vi.waitFor(() => expect(workFor(ben)).toHaveLength(1), WAIT)
  await nothingDue()
  const before = publishedFor(ben).length
  // a held first message is stored so
  const hold = { senderId: ada.userId, reason: 'links', heldAt: new Date(), isHeld: true, isOpen: true, upTo: 0 }
  const held = { hold, received: { lo: 0, hi: 0 } }
  await conversations.updateOne({ _id: conversationOf(ada, ben) }, { $set: held as object })
  const releasedAt = Date.now()
  await request(nats, decideHeldMessages, { senderId: ada.userId, messageIds: [message.id], action: 'release' })
  await vi.waitFor(() => expect(publishedFor(ben).length).toBeGreaterThan(before), WAIT)
  expect((publishedFor(ben)[before]?.at ?? 0) - releasedAt).toBeGreaterThanOrEqual(UNSEEN_AFTER_MS)
})

test('when chat is killed after a message to a socket that looks open, no notice is lost', async () => {
  const port = await freePort()
  const killed = forkService(new URL('../../src/main.ts', import.meta.url), { ...env, PORT: port })
  const url = `http://127.0.0.1:${port}`
  const [ada, ben] = newMatch()
  await vi.waitFor(() => connect(ben, url), WAIT)
  expect((await sendMessage(chat.callOn({ url }, ada), ben, 'hi')).status).toBe(201)
  await killed.kill()
  await vi.waitFor(() => expect(workFor(ben)).toHaveLength(1), WAIT)
  expect(workFor(ben)[0]?.work).toMatchObject({ partnerId: ada.userId, seq: 1 })
})

test('without keys for Web Push nothing is marked', async () => {
  const plain = await startChat({ VAPID_PUBLIC_KEY: '' })
  const [ada, ben] = newMatch()
  await sendMessage(chat.callOn(plain, ada), ben, 'hi')
  const marked = await isMarked(ada, ben)
  await plain.stop()
  expect(marked).toBe(false)
})

test('a user’s unread messages are counted, in all conversations and in one', async () => {
  const [ada, ben] = newMatch()
  const cleo = chat.newUser('Cleo')
  chat.setPair(ben, cleo, { matchedAt: new Date().toISOString(), rev: 2 })
  await sendMessage(ada, ben, 'one')
  await sendMessage(ada, ben, 'two')
  await sendMessage(cleo, ben, 'three')
  const unread = (input: { userId: number; partnerId?: number }) => request(nats, getUnreadMessages, input)
  expect(await unread({ userId: ben.userId })).toEqual({ total: 3, ofPartner: null })
  expect(await unread({ userId: ben.userId, partnerId: ada.userId })).toEqual({
    total: 3,
    ofPartner: { unread: 2, deliveredSeq: 0 },
  })
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  expect(await unread({ userId: ben.userId, partnerId: ada.userId })).toEqual({ total: 1, ofPartner: null })
})
