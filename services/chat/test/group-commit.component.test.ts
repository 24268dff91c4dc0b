import { randomUUID } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { HOLD_RECEIVERS } from '@zing/proto/limits'
import { heldDatabase } from '@zing/testing/held-database'
import { onMongoCommand } from '@zing/testing/mongo-commands'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { RECENT_KEYS } from '../src/messages/commit-messages.ts'
import { GROUP_MAX } from '../src/messages/send-group.ts'
import { conversationOf, now, setupChat, type TestUser } from './setup-chat.ts'

const database = await heldDatabase(testDatabase())
const { db, newUser, newMatch, setPair, connect, onSecondInstance, sendMessage, listMessages } = await setupChat({
  MONGO_URL: database.url,
})
type Tab = Awaited<ReturnType<typeof connect>>

/** Records the commits of a conversation for the running test: the number of messages in each. */
function recordCommits(a: TestUser, b: TestUser): number[] {
  const sizes: number[] = []
  onMongoCommand(database.url, ({ commandName, command }) => {
    if (commandName !== 'findAndModify' || command.query._id !== conversationOf(a, b)) return
    sizes.push(command.update.$inc.seq)
  })
  return sizes
}

/** Sends a message and holds it at its lookup, so that what is sent next waits for it. */
async function holdFirst(from: TestUser, to: TestUser) {
  const id = randomUUID()
  const held = database.holdResponse((command) => command.includes(id))
  const response = sendMessage(from, to, 'first', id)
  await held.arrived
  return { response, release: held.release }
}

function send(tab: Tab, to: TestUser, content: string, more: object = {}): string {
  const clientMessageId = randomUUID()
  tab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: to.userId, content, ...more })
  return clientMessageId
}

/** Resolves when the messages have reached their conversation's queue: a later frame of each socket has its response. */
async function untilQueued(tabs: Tab[]): Promise<void> {
  for (const tab of tabs) tab.send('no frame')
  await vi.waitFor(() => {
    for (const tab of tabs) expect(tab.of('ERROR')).toHaveLength(1)
  }, WAIT)
}

test('messages that wait for one conversation are committed together, in the order of their arrival, each with its own response', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'match') // stores the match
  const adaTabs = [await connect(ada), await connect(ada), await connect(ada)]
  const benTab = await connect(ben)
  const commits = recordCommits(ada, ben)
  const { response, release } = await holdFirst(ada, ben)
  const keys: string[] = []
  for (const [index, tab] of adaTabs.entries()) {
    keys.push(send(tab, ben, `ada ${index}`))
    await untilQueued([tab])
  }
  keys.push(send(benTab, ada, 'ben'))
  await untilQueued([benTab])
  release()
  expect((await response).body).toMatchObject({ content: 'first', seq: 2 })
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toHaveLength(4), WAIT)
  await vi.waitFor(() => expect(benTab.of('MESSAGE_SENT')).toHaveLength(1), WAIT)

  expect(commits).toEqual([1, 4])
  const stored = await listMessages(ada, ben)
  expect(stored.map(({ content, seq }) => [content, seq])).toEqual([
    ['match', 1],
    ['first', 2],
    ['ada 0', 3],
    ['ada 1', 4],
    ['ada 2', 5],
    ['ben', 6],
  ])
  expect(new Set(stored.map(({ id }) => id)).size).toBe(6)
  const own = [...adaTabs, benTab].map((tab, index) =>
    tab.of('MESSAGE_SENT').find(({ message }) => message.clientMessageId === keys[index]),
  )
  expect(own.map((frame) => frame?.message.seq)).toEqual([3, 4, 5, 6])
  for (const tab of adaTabs) {
    // a tab gets its own message among those of the other tabs, in their order
    await vi.waitFor(() => expect(tab.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
    expect(tab.of('MESSAGE_SENT').map(({ message }) => message.seq)).toEqual([2, 3, 4, 5])
  }
  const conversation = await db.collection<{ _id: string }>('conversations').findOne({ _id: conversationOf(ada, ben) })
  const [lo, hi] = ada.userId < ben.userId ? [1, 5] : [5, 1]
  expect(conversation).toMatchObject({ seq: 6, received: { lo, hi }, last: { content: 'ben' } })
})

test('SEC-148 of messages that wait together for a user who has never written, the link is refused alone', async () => {
  const ada = newUser('Ada')
  const partners = Array.from({ length: HOLD_RECEIVERS + 1 }, () => {
    const partner = newUser('Ben')
    setPair(ada, partner, { matchedAt: now(), rev: 2 })
    return partner
  })
  const [ben = expect.unreachable(), ...others] = partners
  for (const other of others) await sendMessage(ada, other, 'www.example.org')
  await sendMessage(ada, ben, 'match')
  const tabs = [await connect(ada), await connect(ada), await connect(ada)]
  const { response, release } = await holdFirst(ada, ben)
  const keys: string[] = []
  for (const [index, tab] of tabs.entries()) {
    keys.push(send(tab, ben, ['hello', 'www.example.org', 'bye'][index] ?? ''))
    await untilQueued([tab])
  }
  release()
  await response
  const refused = { clientMessageId: keys[1], status: 429, reason: 'NO_FIRST_MESSAGES_LEFT' }
  await vi.waitFor(() => expect(tabs[1]?.of('ERROR')).toMatchObject([{ code: 'BAD_FRAME' }, refused]), WAIT)
  await vi.waitFor(() => expect(tabs[2]?.of('MESSAGE_SENT')).toHaveLength(3), WAIT)
  expect((await listMessages(ben, ada)).map(({ content }) => content)).toEqual(['match', 'first', 'hello', 'bye'])
})

test(`a burst is committed ${GROUP_MAX} at a time, without gaps on two processes`, async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'match')
  const commits = recordCommits(ada, ben)
  const senders = [ada, ben, onSecondInstance(ada), onSecondInstance(ben)]
  const responses = await Promise.all(
    Array.from({ length: 120 }, (_, i) => {
      const sender = senders[i % 4] ?? ada
      return sendMessage(sender, i % 2 ? ada : ben, `n${i}`, randomUUID())
    }),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(120).fill(201))
  expect(responses.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 120 }, (_, i) => i + 2),
  )
  const all = await listMessages(ben, ada)
  for (const { body } of responses.filter(({ body }) => body.seq > 21))
    expect(all.find(({ seq }) => seq === body.seq)).toMatchObject({ id: body.id, content: body.content })
  expect(Math.max(...commits)).toBeLessThanOrEqual(GROUP_MAX)
  expect(commits.length).toBeLessThan(120)
})

test('INV-2 a key that comes twice among waiting messages, or is stored, is sent once, and the others are sent', async () => {
  const [ada, ben] = newMatch()
  const [stored, twice] = [randomUUID(), randomUUID()]
  await sendMessage(ada, ben, 'stored', stored)
  await vi.waitFor(
    async () => expect(await db.collection('messages').countDocuments({ content: 'stored' })).toBe(1),
    WAIT,
  )
  const { response, release } = await holdFirst(ada, ben)
  const waiting = [
    sendMessage(ada, ben, 'twice', twice),
    sendMessage(ada, ben, 'stored again', stored),
    sendMessage(ada, ben, 'twice again', twice),
    sendMessage(ada, ben, 'other', randomUUID()),
    sendMessage(ben, ada, 'without a key'),
  ]
  release()
  await response
  const responses = await Promise.all(waiting)
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect(responses.map(({ body }) => body.content)).toEqual(['twice', 'stored', 'twice', 'other', 'without a key'])
  expect(responses[0]?.body.id).toBe(responses[2]?.body.id)
  expect(responses[1]?.body.seq).toBe(1)
  const contents = (await listMessages(ben, ada)).map(({ content }) => content)
  expect(contents.toSorted()).toEqual(['first', 'other', 'stored', 'twice', 'without a key'])
})

test('a key that rejects the common write gets its message, and the others are committed together', async () => {
  const [ada, ben] = newMatch()
  const used = randomUUID()
  await sendMessage(ada, ben, 'used', used)
  const commits = recordCommits(ada, ben)
  const { response, release } = await holdFirst(ada, ben)
  // the wrong `afterSeq` lets the used key past the lookup: `recent` rejects it, and the whole group with it
  const waiting = [
    ada.call(contract.sendMessage, {
      body: { receiverId: ben.userId, content: 'again', clientMessageId: used, afterSeq: 1 },
    }),
    sendMessage(ada, ben, 'new', randomUUID()),
    sendMessage(ben, ada, 'hello'),
  ]
  release()
  await response
  const responses = await Promise.all(waiting)
  expect(responses.map(({ body }) => body.content)).toEqual(['used', 'new', 'hello'])
  expect(commits).toEqual([1, 3, 2])
  expect((await listMessages(ada, ben)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})

test('SEC-63 messages that wait while the receiver blocks are all rejected', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'match')
  const { response, release } = await holdFirst(ada, ben)
  const waiting = Array.from({ length: 5 }, (_, i) => sendMessage(ada, ben, `late ${i}`, randomUUID()))
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  release()
  const responses = await Promise.all([response, ...waiting])
  expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(6).fill([403, errors.mayNotMessage().body]))
})

test('INV-2 INV-6 a key sent again after more messages than a conversation remembers is found, whatever afterSeq says', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  const body = { receiverId: ben.userId, content: 'once', clientMessageId: key }
  const first = await ada.call(contract.sendMessage, { body: { ...body, afterSeq: 0 } })
  expect(first.body.seq).toBe(1)
  for (let sent = 0; sent < RECENT_KEYS; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => sendMessage(ben, ada, 'filler', randomUUID())))
  await vi.waitFor(
    async () =>
      expect(await db.collection('messages').countDocuments({ conv: conversationOf(ada, ben) })).toBe(RECENT_KEYS + 1),
    WAIT,
  )
  for (const afterSeq of [0, RECENT_KEYS + 2, 1_000_000])
    expect((await ada.call(contract.sendMessage, { body: { ...body, afterSeq } })).body).toEqual(first.body)
  expect((await sendMessage(ada, ben, 'other words', key)).body).toEqual(first.body)
})
