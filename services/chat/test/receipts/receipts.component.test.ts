import * as contract from '@zing/proto/http/chat'
import { FRAMES_BURST } from '@zing/proto/limits'
import { matchCreated } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'

const {
  secondInstance,
  publishEvent,
  newUser,
  newMatch,
  matchEvent,
  onSecondInstance,
  connect,
  sendMessage,
  listMessages,
} = await setupChat()
type TestUser = ReturnType<typeof newUser>
type Tab = Awaited<ReturnType<typeof connect>>

test('MESSAGE_RECEIVED makes a message delivered, MARK_READ read, and no status goes back (4.message.2, 4.message.3, 7.received.MESSAGE_DELIVERED)', async () => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab, benOther] = [await connect(ada), await connect(ben), await connect(ben, secondInstance.url)]
  const { body: message } = await sendMessage(ada, ben, 'one')
  await sendMessage(ada, ben, 'two')
  const statuses = async () =>
    (await ada.call(contract.listMessages, { params: { id: ben.userId } })).body.map(({ status }) => status)
  expect(await statuses()).toEqual(['sent', 'sent'])

  benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
  const delivered = { type: 'MESSAGE_DELIVERED', messageId: message.id, seq: 1, receiverId: ben.userId }
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_DELIVERED')).toEqual([delivered]), WAIT)
  expect(await statuses()).toEqual(['delivered', 'sent'])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 2 })

  benTab.send({ type: 'MARK_READ', senderId: ada.userId })
  await vi.waitFor(
    () => expect(adaTab.of('MESSAGES_READ')).toMatchObject([{ readBy: ben.userId, senderId: ada.userId, upToSeq: 2 }]),
    WAIT,
  )
  await vi.waitFor(() => expect(benOther.of('MESSAGES_READ')).toHaveLength(1), WAIT)
  expect(await statuses()).toEqual(['read', 'read'])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 0 })

  benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
  expect((await ben.call(contract.readMessages, { params: { id: ada.userId } })).status).toBe(204)
  expect(await statuses()).toEqual(['read', 'read'])
  expect(adaTab.of('MESSAGE_DELIVERED')).toHaveLength(1)
})

test('INV-5 a read mark covers what its client shows, not later messages', async () => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  for (const text of ['one', 'two', 'three']) await sendMessage(ada, ben, text)
  await sendMessage(ben, ada, 'four')
  const statuses = async () => (await listMessages(ada, ben)).slice(0, 3).map(({ status }) => status)
  const unread = async () => (await ben.call(contract.getUnread)).body.count
  const read = (upToSeq: number) => ben.call(contract.readMessages, { params: { id: ada.userId }, body: { upToSeq } })

  benTab.send({ type: 'MARK_READ', senderId: ada.userId, upToSeq: 1 })
  await vi.waitFor(() => expect(adaTab.of('MESSAGES_READ')).toMatchObject([{ upToSeq: 1 }]), WAIT)
  expect([await statuses(), await unread()]).toEqual([['read', 'sent', 'sent'], 2])

  expect((await read(2)).status).toBe(204)
  expect([await statuses(), await unread()]).toEqual([['read', 'read', 'sent'], 1])
  expect((await read(1)).status).toBe(204)
  expect([await statuses(), await unread()]).toEqual([['read', 'read', 'sent'], 1])
  expect((await read(1_000)).status).toBe(204)
  expect([await statuses(), await unread()]).toEqual([['read', 'read', 'read'], 0])
  const pushed = () => adaTab.of('MESSAGES_READ').map(({ upToSeq }) => upToSeq)
  await vi.waitFor(() => expect(pushed()).toEqual([1, 2, 2, 4]), WAIT) // a repeated read is pushed again
})

test('a fetch marks messages as delivered; a seq beyond the last message covers no later one', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'one')
  const benTab = await connect(ben)
  benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1_000 })
  const status = async () =>
    (await ada.call(contract.listMessages, { params: { id: ben.userId } })).body.map(({ status }) => status)
  await vi.waitFor(async () => expect(await status()).toEqual(['delivered']), WAIT)
  await sendMessage(ada, ben, 'two')
  expect(await status()).toEqual(['delivered', 'sent'])
  await ben.call(contract.listMessages, { params: { id: ada.userId } })
  await vi.waitFor(async () => expect(await status()).toEqual(['delivered', 'delivered']), WAIT)
})

test.each<[string, boolean, (ben: TestUser, ada: TestUser, tab: Tab) => unknown]>([
  ['a page contains it', true, (ben, ada) => ben.call(contract.listMessages, { params: { id: ada.userId } })],
  [
    'it is the newest of both',
    false,
    (_ben, ada, tab) => tab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 }),
  ],
  [
    'it must be read from the database',
    true,
    (_ben, ada, tab) => tab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 2 }),
  ],
])('a receipt names the newest message to its receiver when %s', async (_how, hasReply, receive) => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const { body: message } = await sendMessage(ada, ben, 'hi')
  if (hasReply) await sendMessage(ben, ada, 'hi yourself')
  await receive(ben, ada, benTab)
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_DELIVERED')).toMatchObject([{ messageId: message.id }]), WAIT)
})

test('the list has a row per match, newest first, and markAllRead marks and pushes all as read (4.read.1, 7.messages.mark-all-read)', async () => {
  const [ada, ben] = newMatch()
  const cleo = newUser('Cleo')
  await publishEvent(matchCreated, matchEvent(ada, cleo), { rev: 2 })
  await sendMessage(ben, ada, 'to ada')
  await vi.waitFor(async () => expect((await ada.call(contract.listConversations)).body).toHaveLength(2), WAIT)
  const { body } = await ada.call(contract.listConversations)
  expect(body.find(({ partnerId }) => partnerId === ben.userId)).toMatchObject({
    lastMessage: { content: 'to ada', seq: 1 },
    unread: 1,
  })
  expect(body.find(({ partnerId }) => partnerId === cleo.userId)).toEqual({
    partnerId: cleo.userId,
    lastMessage: null,
    unread: 0,
  })
  const benTab = await connect(ben)
  expect((await ada.call(contract.markAllRead)).status).toBe(204)
  expect((await ada.call(contract.getUnread)).body).toEqual({ count: 0 })
  await vi.waitFor(() => expect(benTab.of('MESSAGES_READ')).toHaveLength(1), WAIT)
})

test('readMessages accepts an empty object or no body (7.messages.read)', async () => {
  const [ada, ben] = newMatch()
  for (const body of [{}, undefined]) {
    await sendMessage(ada, ben, 'hi')
    const response = await ben.call(contract.readMessages, { params: { id: ada.userId }, body })
    expect([response.status, response.body]).toEqual([204, undefined])
    expect((await ben.call(contract.getUnread)).body).toEqual({ count: 0 })
  }
})

test('the unread count is exact under parallel messages and reads', async () => {
  const [ada, ben] = newMatch()
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      i % 4 ? sendMessage(ada, ben, `n${i}`) : ben.call(contract.readMessages, { params: { id: ada.userId } }),
    ),
  )
  const { body } = await ben.call(contract.listMessages, { params: { id: ada.userId }, query: { limit: 100 } })
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: body.filter(({ read }) => !read).length })
})

test('SEC-22 a user cannot mark other users’ messages, over HTTP or the socket', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'for ben')
  const mallory = newUser('Mallory')
  const [adaTab, malloryTab] = [await connect(ada), await connect(mallory)]
  for (const partner of [ada, ben]) {
    expect((await mallory.call(contract.readMessages, { params: { id: partner.userId } })).status).toBe(404)
    malloryTab.send({ type: 'MARK_READ', senderId: partner.userId })
    malloryTab.send({ type: 'MESSAGE_RECEIVED', partnerId: partner.userId, seq: 1 })
  }
  expect((await mallory.call(contract.markAllRead)).status).toBe(204)
  const rejected = { type: 'ERROR', code: 'MARK_READ_FAILED', message: 'Match not found', reason: 'MATCH_NOT_FOUND' }
  await vi.waitFor(() => expect(malloryTab.of('ERROR')).toEqual([rejected, rejected]), WAIT)
  malloryTab.send({ type: 'AUTH', userId: mallory.userId })
  await vi.waitFor(() => expect(malloryTab.of('CONNECTED')).toHaveLength(2), WAIT) // all earlier frames are handled
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
  expect((await listMessages(ada, ben)).map(({ status }) => status)).toEqual(['sent'])
  expect(adaTab.frames.map(({ type }) => type)).toEqual(['CONNECTED'])
})

test('INV-9 when read messages are read again, nothing is written and the state is pushed (7.received.MESSAGES_READ)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  for (let i = 0; i < 2; i++) await ada.call(contract.readMessages, { params: { id: ben.userId } }) // her own messages only
  for (let i = 0; i < 2; i++) await ben.call(contract.readMessages, { params: { id: ada.userId } })
  await vi.waitFor(() => expect(adaTab.of('MESSAGES_READ')).toHaveLength(2), WAIT)
  const frame = { type: 'MESSAGES_READ', readBy: ben.userId, senderId: ada.userId, upToSeq: 1 }
  expect(adaTab.of('MESSAGES_READ')).toEqual(Array(2).fill({ ...frame, messageIds: [expect.any(Number)] }))
  expect(benTab.of('MESSAGES_READ')).toEqual(adaTab.of('MESSAGES_READ'))
})

test('statuses only rise under parallel messages, receipts and reads', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const rank = { sent: 0, delivered: 1, read: 2 }
  const seen = new Map<number, number>()
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      for (const { seq, status, read } of await listMessages(onSecondInstance(ada), ben)) {
        expect(rank[status]).toBeGreaterThanOrEqual(seen.get(seq) ?? 0)
        expect(read).toBe(status === 'read')
        seen.set(seq, rank[status])
      }
    }
  })()
  const benTab = await connect(ben, secondInstance.url)
  for (let seq = 1; seq <= 30; seq++) {
    await Promise.all([
      sendMessage(ada, ben, `n${seq}`),
      seq % 3 === 0 && listMessages(ben, ada, { after: 0, limit: seq }),
      seq % 5 === 0 && ben.call(contract.readMessages, { params: { id: ada.userId } }),
    ])
    if (seq % 4 === 0) benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq })
  }
  isDone = true
  await watching
  expect(seen.size).toBeGreaterThan(1)
})

test('a client that confirms every message of a burst keeps its socket', async () => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const count = FRAMES_BURST + 30
  for (let seq = 1; seq <= count; seq++) await sendMessage(ada, ben, `message ${seq}`)
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toHaveLength(count), WAIT)
  for (let seq = 1; seq <= count; seq++) benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq })
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_DELIVERED').at(-1)).toMatchObject({ seq: count }), WAIT)
  expect(benTab.code()).toBeNull()
})
