import { randomUUID } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { HOLD_RECEIVERS } from '@zing/proto/limits'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { onMongoCommand } from '@zing/testing/mongo/mongo-commands'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { RECENT_KEYS } from '../../src/messages/repetition-rules.ts'
import { now } from '../fake-others.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const database = await heldDatabase(testDatabase())
const { db, newUser, newMatch, setPair, sendMessage, listMessages } = await setupChat({ MONGO_URL: database.url })
const contents = async (reader: TestUser, partner: TestUser) =>
  (await listMessages(reader, partner)).map(({ content }) => content)

/** Records the commits of a conversation and the lookups of keys during the running test. */
function recordCommands(a: TestUser, b: TestUser) {
  const counts = { commits: 0, lookups: 0 }
  onMongoCommand(database.url, ({ commandName, command }) => {
    if (commandName === 'findAndModify' && command.query._id === conversationOf(a, b)) counts.commits += 1
    if (commandName === 'find' && command.find === 'messages' && command.filter.key) counts.lookups += 1
  })
  return counts
}

/** Sends a message and holds it between the lookup of its key and its commit. */
async function holdAfterLookup(from: TestUser, to: TestUser, content: string, key: string = randomUUID()) {
  const held = database.holdResponse((command) => command.includes(key))
  const response = sendMessage(from, to, content, key)
  await held.arrived
  return { response, release: held.release }
}

async function flushed(a: TestUser, b: TestUser): Promise<void> {
  const conversations = db.collection<{ _id: string; pending: unknown[] }>('conversations')
  const _id = conversationOf(a, b)
  await vi.waitFor(async () => expect((await conversations.findOne({ _id }))?.pending).toEqual([]), WAIT)
}

test('a message costs one write, and a lookup unless its client says what it knew', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const counts = recordCommands(ada, ben)
  await sendMessage(ada, ben, 'looked up', randomUUID())
  expect(counts).toEqual({ commits: 1, lookups: 1 })
  const body = { receiverId: ben.userId, content: 'newer', clientMessageId: randomUUID(), afterSeq: 2 }
  expect((await ada.call(contract.sendMessage, { body })).body.seq).toBe(3)
  expect(counts).toEqual({ commits: 2, lookups: 1 })
})

test.each([
  ['is pending', false],
  ['was flushed', true],
])('INV-2 when the message that took its key meanwhile %s, a request gets that message', async (_state, isFlushed) => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const key = randomUUID()
  const late = await holdAfterLookup(ada, ben, 'other words', key)
  const { body: stored } = await sendMessage(ada, ben, 'once', key)
  if (isFlushed) await flushed(ada, ben)
  late.release()
  expect(await late.response).toMatchObject({ status: 201, body: stored })
  expect(await contents(ben, ada)).toEqual(['first', 'once'])
})

test('INV-2 when requests share a key, it is stored once, and other keys are sent', async () => {
  const [ada, ben] = newMatch()
  const [stored, twice] = [randomUUID(), randomUUID()]
  await sendMessage(ada, ben, 'stored', stored)
  await flushed(ada, ben)
  const [first, again, second, ...others] = await Promise.all([
    sendMessage(ada, ben, 'twice', twice),
    sendMessage(ada, ben, 'stored again', stored),
    sendMessage(ada, ben, 'twice', twice),
    sendMessage(ada, ben, 'other', randomUUID()),
    sendMessage(ben, ada, 'without a key'),
  ])
  expect([first, again, second, ...others].map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect(first.body.id).toBe(second.body.id)
  expect(again.body).toMatchObject({ content: 'stored', seq: 1 })
  expect((await contents(ben, ada)).toSorted()).toEqual(['other', 'stored', 'twice', 'without a key'])
})

test('INV-2 a key in `recent` is found, even if its client calls it newer', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  await sendMessage(ada, ben, 'used', key)
  const body = { receiverId: ben.userId, content: 'again', clientMessageId: key, afterSeq: 1 }
  expect((await ada.call(contract.sendMessage, { body })).body).toMatchObject({ content: 'used', seq: 1 })
  expect(await contents(ada, ben)).toEqual(['used'])
})

test('INV-2 INV-6 a key is found after more messages than a conversation remembers', async () => {
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

test('INV-2 when one key goes to two receivers, each conversation has it once', async () => {
  const [ada, ben] = newMatch()
  const cleo = newUser('Cleo')
  setPair(ada, cleo, { matchedAt: now(), rev: 2 })
  const key = randomUUID()
  const toBen = await sendMessage(ada, ben, 'to Ben', key)
  const toCleo = await sendMessage(ada, cleo, 'to Cleo', key)
  await Promise.all([flushed(ada, ben), flushed(ada, cleo)])
  expect((await sendMessage(ada, ben, 'again', key)).body.id).toBe(toBen.body.id)
  expect((await sendMessage(ada, cleo, 'again', key)).body.id).toBe(toCleo.body.id)
  expect([await contents(ben, ada), await contents(cleo, ada)]).toEqual([['to Ben'], ['to Cleo']])
})

test('SEC-63 a block rejects messages that are on their way, even repeated ones', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  await sendMessage(ada, ben, 'before', key)
  const late = await holdAfterLookup(ada, ben, 'late')
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  const others = [sendMessage(ada, ben, 'later', randomUUID()), sendMessage(ada, ben, 'before', key)]
  late.release()
  for (const response of [late.response, ...others])
    expect(await response).toMatchObject({ status: 403, body: errors.mayNotMessage().body })
})

test('SEC-148 when messages go to a user who has never written, only the link is refused', async () => {
  const ada = newUser('Ada')
  const partners = Array.from({ length: HOLD_RECEIVERS + 1 }, () => {
    const partner = newUser('Ben')
    setPair(ada, partner, { matchedAt: now(), rev: 2 })
    return partner
  })
  const [ben = expect.unreachable(), ...others] = partners
  for (const other of others) await sendMessage(ada, other, 'www.example.org')
  await sendMessage(ada, ben, 'match')
  const texts = ['hello', 'www.example.org', 'bye']
  const responses = await Promise.all(texts.map((text) => sendMessage(ada, ben, text, randomUUID())))
  expect(responses.map(({ status }) => status)).toEqual([201, 429, 201])
  expect(responses[1]?.body).toMatchObject({ code: 'NO_FIRST_MESSAGES_LEFT' })
  expect((await contents(ben, ada)).toSorted()).toEqual(['bye', 'hello', 'match'])
})
