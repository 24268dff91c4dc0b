import * as contract from '@zing/proto/http/chat'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { onMongoCommand } from '@zing/testing/mongo/mongo-commands'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { RECEIPTS } from '../../src/start.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

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

/** Sends one message in each of several conversations, none of which is delivered yet. */
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

/** Holds the next read of these conversations. Confirmations that come meanwhile go together after it. */
function holdRead({ sender, receiver }: Received) {
  const id = conversationOf(sender, receiver)
  return database.holdResponse((command) => command.includes('find') && command.includes(id))
}

/** Records how many conversations each write of receipts raises during the running test. */
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

test('confirmations of several conversations share a write, and each sender gets one receipt', async () => {
  const received = await sendEverywhere()
  const raises = recordRaises()
  for (const one of received) confirm(one)
  await expectReceipts(received)
  expect(raises.reduce((sum, size) => sum + size, 0)).toBe(PAIRS)
  expect(Math.max(...raises)).toBeGreaterThan(1)
})

test('when pages are fetched during another write, they are marked as delivered together', async () => {
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
  await Promise.all([...others, ...others].map(fetchPage)) // two devices each, which make one raise
  for (const { release } of held) release()
  await expectReceipts(received)
  expect(raises).toEqual([...held.map(() => 1), others.length])
})

test('SEC-63 a block stops its receipt and no other', async () => {
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

test('when a conversation is delivered meanwhile, the others still get their receipts', async () => {
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
  expect(new Set(frames).size).toBe(1) // a repeated frame says nothing new
})

test('SEC-63 a block between read and write stops its receipt and no other', async () => {
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

test('when two devices of a user confirm a message, there is one raise and one receipt', async () => {
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
