import * as contract from '@zing/proto/http/chat'
import { heldDatabase } from '@zing/testing/held-database'
import { onMongoCommand } from '@zing/testing/mongo-commands'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { RECEIPTS } from '../src/start.ts'
import { setupChat } from './setup-chat.ts'
import { conversationOf, type TestUser } from './test-users.ts'

const database = await heldDatabase(testDatabase())
const { db, newMatch, connect, sendMessage, listMessages } = await setupChat({
  MONGO_URL: database.url,
})
type Tab = Awaited<ReturnType<typeof connect>>

interface Received {
  sender: TestUser
  receiver: TestUser
  senderTab: Tab
  receiverTab: Tab
}

const PAIRS = 6

/** Sends one message in each of several conversations, of which none is delivered yet. */
async function sendEverywhere(): Promise<Received[]> {
  return Promise.all(
    Array.from({ length: PAIRS }, async () => {
      const [sender, receiver] = newMatch()
      await sendMessage(sender, receiver, 'hello')
      return { sender, receiver, senderTab: await connect(sender), receiverTab: await connect(receiver) }
    }),
  )
}

function confirm({ sender, receiverTab }: Received): void {
  receiverTab.send({ type: 'MESSAGE_RECEIVED', partnerId: sender.userId, seq: 1 })
}

/** Holds the next read of these conversations, so that the confirmations which come meanwhile go together after it. */
function holdRead({ sender, receiver }: Received) {
  const id = conversationOf(sender, receiver)
  return database.holdResponse((command) => command.includes('find') && command.includes(id))
}

/** Records for the running test how many conversations each write of receipts raises. */
function recordRaises(): number[] {
  const sizes: number[] = []
  onMongoCommand(database.url, ({ commandName, command }) => {
    if (commandName === 'update' && command.updates[0]?.u.$max) sizes.push(command.updates.length)
  })
  return sizes
}

async function expectReceipts(received: Received[]): Promise<void> {
  await vi.waitFor(() => {
    for (const { senderTab } of received) expect(senderTab.of('MESSAGE_DELIVERED')).toHaveLength(1)
  }, WAIT)
  for (const { sender, receiver, senderTab } of received) {
    const [message] = await listMessages(sender, receiver)
    expect(message?.status).toBe('delivered')
    expect(senderTab.of('MESSAGE_DELIVERED')).toEqual([
      { type: 'MESSAGE_DELIVERED', messageId: message?.id, seq: 1, receiverId: receiver.userId },
    ])
  }
}

test('confirmations of several conversations are stored by one write, and each sender gets its receipt once', async () => {
  const received = await sendEverywhere()
  const raises = recordRaises()
  for (const one of received) confirm(one)
  await expectReceipts(received)
  expect(raises.reduce((sum, size) => sum + size, 0)).toBe(PAIRS)
  expect(Math.max(...raises)).toBeGreaterThan(1)
})

test('pages that are fetched while others are marked as delivered are marked together', async () => {
  const received = await sendEverywhere()
  const raises = recordRaises()
  const fetchPage = ({ sender, receiver }: Received) => listMessages(receiver, sender)
  const held: ReturnType<typeof database.holdResponse>[] = []
  for (const one of received.slice(0, RECEIPTS.maxConcurrent)) {
    const id = conversationOf(one.sender, one.receiver)
    const raise = database.holdResponse((command) => command.includes('$max') && command.includes(id))
    held.push(raise)
    await fetchPage(one)
    await raise.arrived
  }
  const others = received.slice(held.length)
  await Promise.all([...others, ...others].map(fetchPage)) // each by two devices, which is one raise
  for (const { release } of held) release()
  await expectReceipts(received)
  expect(raises).toEqual([...held.map(() => 1), others.length])
})

test('SEC-63 a receipt is kept back by a block, and the others are not', async () => {
  const received = await sendEverywhere()
  const [blocked, ...others] = received
  if (!blocked) throw new Error('no pairs')
  await blocked.receiver.call(contract.blockUser, { body: { blockedUserId: blocked.sender.userId } })
  for (const one of received) confirm(one)
  await expectReceipts(others)
  const _id = conversationOf(blocked.sender, blocked.receiver)
  expect(await db.collection<{ _id: string }>('conversations').findOne({ _id })).toMatchObject({
    delivered: { lo: 0, hi: 0 },
  })
  expect(blocked.senderTab.of('MESSAGE_DELIVERED')).toEqual([])
})

test('a conversation that is delivered meanwhile does not cost the others their receipts', async () => {
  const received = await sendEverywhere()
  const [first] = received
  if (!first) throw new Error('no pairs')
  const held = holdRead(first)
  for (const one of received) confirm(one)
  await held.arrived
  await first.receiver.call(contract.listMessages, { params: { id: first.sender.userId } }) // marks as delivered
  await vi.waitFor(() => expect(first.senderTab.of('MESSAGE_DELIVERED')).toHaveLength(1), WAIT)
  held.release()
  await vi.waitFor(() => {
    for (const { senderTab } of received.slice(1)) expect(senderTab.of('MESSAGE_DELIVERED')).toHaveLength(1)
  }, WAIT)
  const frames = first.senderTab.of('MESSAGE_DELIVERED').map((frame) => JSON.stringify(frame))
  expect(new Set(frames).size).toBe(1) // perhaps twice, which says nothing new
})

test('SEC-63 a block between the read and the write keeps its receipt back, and no other', async () => {
  const received = await sendEverywhere()
  const [blocked, ...others] = received
  if (!blocked) throw new Error('no pairs')
  const held = holdRead(blocked)
  for (const one of received) confirm(one)
  await held.arrived
  await blocked.receiver.call(contract.blockUser, { body: { blockedUserId: blocked.sender.userId } })
  held.release()
  await expectReceipts(others)
  const _id = conversationOf(blocked.sender, blocked.receiver)
  expect(await db.collection<{ _id: string }>('conversations').findOne({ _id })).toMatchObject({
    delivered: { lo: 0, hi: 0 },
  })
  expect(blocked.senderTab.of('MESSAGE_DELIVERED')).toEqual([])
})

test('two devices of a user confirm the same message: one raise, one receipt', async () => {
  const received = (await sendEverywhere()).slice(0, 2)
  const [one, other] = received
  if (!one || !other) throw new Error('no pairs')
  const raises = recordRaises()
  const secondTab = await connect(one.receiver)
  const held = holdRead(other)
  confirm(other)
  await held.arrived
  confirm(one)
  confirm({ ...one, receiverTab: secondTab })
  held.release()
  await expectReceipts(received)
  expect(raises.reduce((sum, size) => sum + size, 0)).toBe(2)
})
