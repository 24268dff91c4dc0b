import * as contract from '@zing/proto/http/chat'
import { matchCreated } from '@zing/proto/nats/events'
import { expect, test, vi } from 'vitest'
import { setupChat, soon } from './setup-chat.ts'

const { second, announce, newPerson, newMatch, matched, elsewhere, connect, say, readFrom } = await setupChat()
type Person = ReturnType<typeof newPerson>
type Tab = Awaited<ReturnType<typeof connect>>

test('delivered by the device, read by opening, told to the sender once, never backwards', async () => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab, benOther] = [await connect(ada), await connect(ben), await connect(ben, second.url)]
  const { body: message } = await say(ada, ben, 'one')
  await say(ada, ben, 'two')
  const statuses = async () =>
    (await ada.call(contract.listMessages, { params: { id: ben.userId } })).body.map(({ status }) => status)
  expect(await statuses()).toEqual(['sent', 'sent'])

  benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
  const delivered = { type: 'MESSAGE_DELIVERED', messageId: message.id, seq: 1, receiverId: ben.userId }
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_DELIVERED')).toEqual([delivered]), soon)
  expect(await statuses()).toEqual(['delivered', 'sent'])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 2 })

  benTab.send({ type: 'MARK_READ', senderId: ada.userId })
  await vi.waitFor(
    () => expect(adaTab.of('MESSAGES_READ')).toMatchObject([{ readBy: ben.userId, senderId: ada.userId, upToSeq: 2 }]),
    soon,
  )
  await vi.waitFor(() => expect(benOther.of('MESSAGES_READ')).toHaveLength(1), soon)
  expect(await statuses()).toEqual(['read', 'read'])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 0 })

  benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
  expect((await ben.call(contract.readMessages, { params: { id: ada.userId } })).status).toBe(204)
  expect(await statuses()).toEqual(['read', 'read'])
  expect(adaTab.of('MESSAGES_READ')).toHaveLength(1)
})

test('fetching delivers; a seq beyond the last one claims nothing', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'one')
  const benTab = await connect(ben)
  benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1_000 })
  const status = async () =>
    (await ada.call(contract.listMessages, { params: { id: ben.userId } })).body.map(({ status }) => status)
  await vi.waitFor(async () => expect(await status()).toEqual(['delivered']), soon)
  await say(ada, ben, 'two')
  expect(await status()).toEqual(['delivered', 'sent'])
  await ben.call(contract.listMessages, { params: { id: ada.userId } })
  await vi.waitFor(async () => expect(await status()).toEqual(['delivered', 'delivered']), soon)
})

test.each<[string, boolean, (ben: Person, ada: Person, tab: Tab) => unknown]>([
  ['a page shows it', true, (ben, ada) => ben.call(contract.listMessages, { params: { id: ada.userId } })],
  [
    'it is the newest',
    false,
    (_ben, ada, tab) => tab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 }),
  ],
  [
    'it has to be read',
    true,
    (_ben, ada, tab) => tab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 2 }),
  ],
])('a receipt names the newest message of its receiver, also when %s', async (_how, hasAnswer, take) => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const { body: message } = await say(ada, ben, 'hi')
  if (hasAnswer) await say(ben, ada, 'hi yourself')
  await take(ben, ada, benTab)
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_DELIVERED')).toMatchObject([{ messageId: message.id }]), soon)
})

test('the list has one row per match with preview and unread, newest first; markAllRead empties it for both to see', async () => {
  const [ada, ben] = newMatch()
  const cleo = newPerson('Cleo')
  await announce(matchCreated, matched(ada, cleo), { rev: 2 })
  await say(ben, ada, 'to ada')
  await vi.waitFor(async () => expect((await ada.call(contract.listConversations)).body).toHaveLength(2), soon)
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
  await vi.waitFor(() => expect(benTab.of('MESSAGES_READ')).toHaveLength(1), soon)
})

test('reading is asked for with an empty object or with nothing', async () => {
  const [ada, ben] = newMatch()
  for (const body of [{}, undefined]) {
    await say(ada, ben, 'hi')
    const answer = await ben.call(contract.readMessages, { params: { id: ada.userId }, body })
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect((await ben.call(contract.getUnread)).body).toEqual({ count: 0 })
  }
})

test('unread is exact while messages and reads race', async () => {
  const [ada, ben] = newMatch()
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      i % 4 ? say(ada, ben, `n${i}`) : ben.call(contract.readMessages, { params: { id: ada.userId } }),
    ),
  )
  const { body } = await ben.call(contract.listMessages, { params: { id: ada.userId }, query: { limit: 100 } })
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: body.filter(({ read }) => !read).length })
})
test('SEC-22 nobody marks what was sent to others, over HTTP or the socket', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'for ben')
  const mallory = newPerson('Mallory')
  const [adaTab, malloryTab] = [await connect(ada), await connect(mallory)]
  for (const partner of [ada, ben]) {
    expect((await mallory.call(contract.readMessages, { params: { id: partner.userId } })).status).toBe(404)
    malloryTab.send({ type: 'MARK_READ', senderId: partner.userId })
    malloryTab.send({ type: 'MESSAGE_RECEIVED', partnerId: partner.userId, seq: 1 })
  }
  expect((await mallory.call(contract.markAllRead)).status).toBe(204)
  const refused = { type: 'ERROR', code: 'MARK_READ_FAILED', message: 'Match not found' }
  await vi.waitFor(() => expect(malloryTab.of('ERROR')).toEqual([refused, refused]), soon)
  malloryTab.send({ type: 'AUTH', userId: mallory.userId })
  await vi.waitFor(() => expect(malloryTab.of('CONNECTED')).toHaveLength(2), soon) // all before it has been handled
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
  expect((await readFrom(ada, ben)).map(({ status }) => status)).toEqual(['sent'])
  expect(adaTab.frames.map(({ type }) => type)).toEqual(['CONNECTED'])
})

test('reading what is read already tells nobody and writes nothing', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  for (let i = 0; i < 2; i++) await ada.call(contract.readMessages, { params: { id: ben.userId } }) // only her own
  await ben.call(contract.readMessages, { params: { id: ada.userId } })
  await vi.waitFor(() => expect(adaTab.of('MESSAGES_READ')).toHaveLength(1), soon)
  expect(adaTab.of('MESSAGES_READ')).toEqual([
    { type: 'MESSAGES_READ', readBy: ben.userId, senderId: ada.userId, messageIds: [expect.any(Number)], upToSeq: 1 },
  ])
  expect(benTab.of('MESSAGES_READ')).toEqual(adaTab.of('MESSAGES_READ'))
})

test('statuses only go forward, whoever looks, while messages, receipts and reads race', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'first')
  const rank = { sent: 0, delivered: 1, read: 2 }
  const seen = new Map<number, number>()
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      for (const { seq, status, read } of await readFrom(elsewhere(ada), ben)) {
        expect(rank[status]).toBeGreaterThanOrEqual(seen.get(seq) ?? 0)
        expect(read).toBe(status === 'read')
        seen.set(seq, rank[status])
      }
    }
  })()
  const benTab = await connect(ben, second.url)
  for (let seq = 1; seq <= 30; seq++) {
    await Promise.all([
      say(ada, ben, `n${seq}`),
      seq % 3 === 0 && readFrom(ben, ada, { after: 0, limit: seq }),
      seq % 5 === 0 && ben.call(contract.readMessages, { params: { id: ada.userId } }),
    ])
    if (seq % 4 === 0) benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq })
  }
  isDone = true
  await watching
  expect(seen.size).toBeGreaterThan(1)
})
