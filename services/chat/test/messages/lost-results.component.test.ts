import { randomUUID } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { HOLD_RECEIVERS } from '@zing/proto/limits'
import { matchEnded } from '@zing/proto/nats/events'
import { decideHeldMessages } from '@zing/proto/nats/rpc/chat'
import { lossyDatabase } from '@zing/testing/mongo/lossy-database'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { now } from '../fake-others.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const database = await lossyDatabase()
const chat = await setupChat({ MONGO_URL: `${database.url}&retryReads=false` })
const { nats, secondInstance, publishEvent, newUser, newMatch, setPair, callOn, connect, sendMessage, listMessages } =
  chat
type Tab = Awaited<ReturnType<typeof connect>>

const unavailable = { status: 503, body: errors.unavailable().body }

test.each<[string, (ben: TestUser, ada: TestUser, tab: Tab) => Promise<unknown>]>([
  [
    'an HTTP request',
    async (ben, ada) =>
      expect(await ben.call(contract.readMessages, { params: { id: ada.userId } })).toMatchObject(unavailable),
  ],
  ['a frame', async (_ben, ada, tab) => tab.send({ type: 'MARK_READ', senderId: ada.userId })],
  [
    'a request for all conversations',
    async (ben) => expect(await ben.call(contract.markAllRead)).toMatchObject(unavailable),
  ],
])('INV-9 when the result of a read mark by %s is lost, it is pushed without a client’s retry', async (_how, read) => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada, secondInstance.url), await connect(ben)]
  database.dropResponseTo('update', 'seen.')
  await read(ben, ada, benTab)
  await vi.waitFor(
    () => expect(adaTab.of('MESSAGES_READ')).toMatchObject([{ upToSeq: 1, messageIds: [message.id] }]),
    WAIT,
  )
})

test.each<[string, (ben: TestUser, ada: TestUser, tab: Tab) => unknown]>([
  ['a fetched page', (ben, ada) => ben.call(contract.listMessages, { params: { id: ada.userId } })],
  ['a frame', (_ben, ada, tab) => tab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })],
])('INV-9 a delivery by %s whose database result is lost is pushed', async (_how, receive) => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada, secondInstance.url), await connect(ben)]
  database.dropResponseTo('update', 'delivered.')
  await receive(ben, ada, benTab)
  await vi.waitFor(
    () => expect(adaTab.of('MESSAGE_DELIVERED')).toMatchObject([{ seq: 1, messageId: message.id }]),
    WAIT,
  )
})

test('INV-9 when a delivery’s conversation cannot be read, it is pushed later', async () => {
  const [ada, ben] = newMatch()
  const benTab = await connect(ben)
  const adaTab = await connect(ada, secondInstance.url)
  await sendMessage(ada, ben, 'hi')
  database.dropResponseTo('find', `${ada.userId}:${ben.userId}`, '$in')
  benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_DELIVERED')).toMatchObject([{ seq: 1 }]), WAIT)
})

test('INV-9 when a message’s result is lost, its repetition is pushed, even by another process', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const key = randomUUID()
  database.dropResponseTo('findAndModify', 'lost result')
  expect(await sendMessage(ada, ben, 'lost result', key)).toMatchObject(unavailable)
  expect(benTab.of('NEW_MESSAGE')).toEqual([])
  const { status, body } = await sendMessage(callOn(secondInstance, ada), ben, 'lost result', key)
  expect([status, body.seq]).toEqual([201, 2])
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toMatchObject([{ message: { id: body.id } }]), WAIT)
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_SENT')).toEqual([{ type: 'MESSAGE_SENT', message: body }]), WAIT)
})

test('INV-9 when the result of a match’s end is lost, both users get the push', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben, secondInstance.url)]
  database.dropResponseTo('update', 'matchRev')
  await publishEvent(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
  await vi.waitFor(() => expect(adaTab.of('MATCH_ENDED')).toEqual([{ type: 'MATCH_ENDED', userId: ben.userId }]), WAIT)
  await vi.waitFor(() => expect(benTab.of('MATCH_ENDED')).toEqual([{ type: 'MATCH_ENDED', userId: ada.userId }]), WAIT)
})

test('SEC-63 when the result of a block is lost, both users get the push', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben, secondInstance.url)]
  database.dropResponseTo('findAndModify', 'evt.block.created')
  expect(await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })).toMatchObject(unavailable)
  await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(1), WAIT)
  await vi.waitFor(() => expect(benTab.of('USER_BLOCKED')).toHaveLength(1), WAIT)
  expect((await ada.call(contract.listBlocks)).body).toEqual([ben.userId])
})

test('INV-9 when a reaction’s result is lost, it is pushed, and a repetition undoes no later one', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada, secondInstance.url), await connect(ben)]
  const react = (emoji: string) => ben.call(contract.setReaction, { params: { id: message.id }, body: { emoji } })
  database.dropResponseTo('findAndModify', '😂')
  expect(await react('😂')).toMatchObject(unavailable)
  expect((await react('❤️')).status).toBe(204)
  const stored = [{ userId: ben.userId, emoji: '❤️' }]
  for (const tab of [adaTab, benTab])
    await vi.waitFor(() => expect(tab.of('REACTION').at(-1)).toMatchObject({ reactions: stored }), WAIT)
  database.dropResponseTo('findAndModify', '🔥')
  expect(await react('🔥')).toMatchObject(unavailable)
  const last = [{ userId: ben.userId, emoji: '🔥' }]
  for (const tab of [adaTab, benTab])
    await vi.waitFor(() => expect(tab.of('REACTION').at(-1)).toMatchObject({ reactions: last }), WAIT) // without a retry
  const listed = await ada.call(contract.listMessages, { params: { id: ben.userId } })
  expect(listed.body.map(({ reactions }) => reactions)).toEqual([last])
})

/** Creates a receiver and a sender whose message is held, because the sender's earlier messages are alike. */
async function newHold() {
  const sam = newUser('Sam')
  const receivers = Array.from({ length: HOLD_RECEIVERS }, () => newUser('Ben'))
  for (const receiver of receivers) {
    setPair(sam, receiver, { matchedAt: now(), rev: 2 })
    expect((await sendMessage(sam, receiver, 'Look at www.example.org')).status).toBe(201)
  }
  const ben = receivers.at(-1) ?? expect.unreachable()
  expect(await listMessages(ben, sam)).toEqual([])
  return { ben, sam }
}

test.each<[string, string[], (ben: TestUser, sam: TestUser, messageId: number) => Promise<unknown>]>([
  [
    'a moderator has released',
    ['update', 'hold.isHeld'],
    async (_ben, { userId: senderId }, id) =>
      expect(request(nats, decideHeldMessages, { senderId, messageIds: [id], action: 'release' })).rejects.toThrow(),
  ],
  [
    'its receiver has answered',
    ['findAndModify', 'hold.isHeld', 'an answer'],
    async (ben, sam) => expect(await sendMessage(ben, sam, 'an answer')).toMatchObject(unavailable),
  ],
])('INV-9 a held message that %s is pushed, if the database result is lost', async (_how, command, show) => {
  const { ben, sam } = await newHold()
  const [held] = await listMessages(sam, ben)
  const tab = await connect(ben, secondInstance.url)
  database.dropResponseTo(...command, conversationOf(ben, sam))
  await show(ben, sam, held?.id ?? 0)
  await vi.waitFor(() => expect(tab.of('NEW_MESSAGE')).toMatchObject([{ message: { id: held?.id } }]), WAIT)
})
