import { blockUser, sendMessage as sendMessageContract, setReaction } from '@zing/proto/http/chat'
import { matchEnded } from '@zing/proto/nats/events'
import {
  EXPORTED_MESSAGES_PER_PAGE,
  type ExportedMessage,
  getExportedBlocks,
  getExportedMessages,
} from '@zing/proto/nats/rpc/chat'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from './setup-chat.ts'
import { conversationOf, type TestUser } from './test-users.ts'

const { nats, db, publishEvent, eventsHandled, newUser, newMatch, setPair, sendMessage } = await setupChat()
const messages = db.collection<{ _id: number }>('messages')
const conversations = db.collection<{ _id: string }>('conversations')

async function pagesOf({ userId }: TestUser): Promise<ExportedMessage[][]> {
  const pages: ExportedMessage[][] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { items: ExportedMessage[]; next: string | null } = await request(nats, getExportedMessages, {
      userId,
      after,
    })
    pages.push(page.items)
    after = page.next
  }
  return pages
}

async function textsOf(user: TestUser): Promise<[number, string][]> {
  return (await pagesOf(user)).flat().map(({ partnerId, message }) => [partnerId, message.content])
}

/** A conversation without messages. The flush of its first message has ended and stores nothing later. */
async function openConversation([ada, ben]: [TestUser, TestUser]): Promise<void> {
  const _id = conversationOf(ada, ben)
  await sendMessage(ada, ben, 'opens the conversation')
  await vi.waitFor(async () => {
    expect(await messages.countDocuments({ conv: _id })).toBe(1)
    expect(await conversations.countDocuments({ _id, 'pending.0': { $exists: false } })).toBe(1)
  }, WAIT)
  await messages.deleteMany({ conv: _id })
}

/** Stores messages as if they had been flushed long ago, with the next numbers. */
async function store([ada, ben]: [TestUser, TestUser], count: number): Promise<void> {
  const conv = conversationOf(ada, ben)
  const documents = Array.from({ length: count }, (_, i) => ({
    _id: ada.userId * 100_000 + i,
    conv,
    seq: i + 1,
    senderId: ada.userId,
    content: `${i + 1}`,
    createdAt: new Date(),
    epoch: 0,
  }))
  await messages.insertMany(documents)
  await conversations.updateOne({ _id: conv }, { $set: { seq: count } })
}

test('a user gets the messages of all conversations and both sides, and no other user does', async () => {
  const [ada, ben] = newMatch()
  const cleo = newUser('Cleo')
  setPair(ada, cleo, { matchedAt: new Date().toISOString(), rev: 2 })
  for (const [from, to, text] of [
    [ada, ben, 'one'],
    [ben, ada, 'two'],
    [cleo, ada, 'three'],
  ] as const) {
    expect((await sendMessage(from, to, text)).status).toBe(201)
  }
  expect(await textsOf(ada)).toEqual([
    [ben.userId, 'one'],
    [ben.userId, 'two'],
    [cleo.userId, 'three'],
  ])
  expect(await textsOf(ben)).toEqual([
    [ada.userId, 'one'],
    [ada.userId, 'two'],
  ])
  expect(await textsOf(newUser('Dana'))).toEqual([])
  const [first] = (await pagesOf(ada)).flat()
  expect(first?.message).toMatchObject({ kind: 'text', seq: 1, senderId: ada.userId, receiverId: ben.userId })
})

test('from a conversation that has ended, a user gets their own messages only', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'mine')
  await sendMessage(ben, ada, 'yours')
  await publishEvent(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
  await eventsHandled()
  expect(await textsOf(ada)).toEqual([[ben.userId, 'mine']])

  const [cleo, dana] = newMatch()
  await sendMessage(cleo, dana, 'mine')
  await sendMessage(dana, cleo, 'yours')
  await dana.call(blockUser, { body: { blockedUserId: cleo.userId } })
  expect(await textsOf(cleo)).toEqual([[dana.userId, 'mine']])
  expect(await textsOf(dana)).toEqual([[cleo.userId, 'yours']])
})

test('pages are bounded, span conversations, and have each message once', async () => {
  const pair = newMatch()
  const [ada, ben] = pair
  await openConversation(pair)
  await store(pair, 2 * EXPORTED_MESSAGES_PER_PAGE + 30)
  const cleo = newUser('Cleo')
  setPair(ada, cleo, { matchedAt: new Date().toISOString(), rev: 2 })
  await sendMessage(cleo, ada, 'of another conversation')

  const pages = await pagesOf(ada)
  expect(pages.map(({ length }) => length)).toEqual([EXPORTED_MESSAGES_PER_PAGE, EXPORTED_MESSAGES_PER_PAGE, 31])
  const ofBen = pages.flat().filter(({ partnerId }) => partnerId === ben.userId)
  expect(ofBen.map(({ message }) => message.seq)).toEqual(ofBen.map((_, i) => i + 1))
  expect(pages.flat().filter(({ partnerId }) => partnerId === cleo.userId)).toHaveLength(1)
})

test('a page of the longest messages fits into a NATS message', async () => {
  const pair = newMatch()
  const [ada, ben] = pair
  await openConversation(pair)
  await store(pair, EXPORTED_MESSAGES_PER_PAGE)
  await messages.updateMany({ conv: `${ada.userId}:${ben.userId}` }, { $set: { content: '😀'.repeat(2_000) } })
  expect((await pagesOf(ada))[0]).toHaveLength(EXPORTED_MESSAGES_PER_PAGE)
})

test('a user’s own blocks are listed, and no other user’s', async () => {
  const [ada, ben] = newMatch()
  const [cleo, dana] = [newUser('Cleo'), newUser('Dana')]
  for (const blockedUserId of [ben.userId, cleo.userId]) await ada.call(blockUser, { body: { blockedUserId } })
  await dana.call(blockUser, { body: { blockedUserId: ada.userId } })
  const { items, next } = await request(nats, getExportedBlocks, { userId: ada.userId, after: '' })
  expect([items.map(({ userId }) => userId).toSorted((a, b) => a - b), next]).toEqual([[ben.userId, cleo.userId], null])
})

test('replies and reactions are exported; after a block only one’s own, without foreign quotes', async () => {
  const [ada, ben] = newMatch()
  const { body: asked } = await sendMessage(ben, ada, 'from ben')
  const body = { receiverId: ben.userId, content: 'from ada', replyToId: asked.id }
  const { body: replied } = await ada.call(sendMessageContract, { body })
  for (const user of [ada, ben]) await user.call(setReaction, { params: { id: replied.id }, body: { emoji: '👍' } })
  const exported = async () => (await pagesOf(ada)).flat().map(({ message }) => message)
  expect(await exported()).toMatchObject([
    { content: 'from ben' },
    { content: 'from ada', replyTo: { content: 'from ben' }, reactions: [{ emoji: '👍' }, { emoji: '👍' }] },
  ])
  await ben.call(blockUser, { body: { blockedUserId: ada.userId } })
  const [own, ...others] = await exported()
  expect(others).toEqual([])
  expect(own).toMatchObject({ content: 'from ada', reactions: [{ userId: ada.userId, emoji: '👍' }] })
  expect(own).not.toHaveProperty('replyTo')
})
