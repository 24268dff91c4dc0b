import { randomUUID } from 'node:crypto'
import { freePort } from '@zing/dev-env/processes/free-port'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { HOLD_RECEIVERS, MESSAGE_DELETE_MS } from '@zing/proto/limits'
import { decideHeldMessages, getExportedMessages, getHeldMessages } from '@zing/proto/nats/rpc/chat'
import { forkService } from '@zing/testing/fork-service'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { flushPending } from '../../src/messages/flush-pending.ts'
import type { WithPending } from '../../src/models/conversation.ts'
import { createModels } from '../../src/models/models.ts'
import { start } from '../../src/start.ts'
import { now } from '../fake-others.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const chat = await setupChat()
const { env, db, nats, secondInstance, startChat, callOn, newUser, newMatch, setPair, connect } = chat
const { sendMessage, listMessages } = chat
const models = createModels(db)
const { conversations, messages } = models.raw

const SECRET = 'a wish for nobody'
const HOUR_MS = 60 * 60 * 1_000
const gone = { status: 404, body: errors.messageNotFound().body }
const tooLate = { status: 409, body: errors.tooLateToDelete().body }

const remove = (user: Pick<TestUser, 'call'>, id: number) => user.call(contract.deleteMessage, { params: { id } })
const read = (reader: TestUser, { userId: id }: TestUser, upToSeq?: number) =>
  reader.call(contract.readMessages, { params: { id }, body: { upToSeq } })
const reply = (from: Pick<TestUser, 'call'>, to: TestUser, replyToId: number, content = 'Yes!') =>
  from.call(contract.sendMessage, { body: { receiverId: to.userId, content, replyToId } })

async function flushed(a: TestUser, b: TestUser): Promise<void> {
  const waiting = { _id: conversationOf(a, b), 'pending.0': { $exists: true } }
  await vi.waitFor(async () => expect(await conversations.countDocuments(waiting)).toBe(0), WAIT)
}

/** Returns how many documents of any collection contain the text. */
async function copiesOf(text: string): Promise<string[]> {
  const copies: string[] = []
  for (const { name } of await db.listCollections()) {
    const found = await db.collection(name).find().toArray()
    copies.push(...found.filter((document) => JSON.stringify(document).includes(text)).map(() => name))
  }
  return copies
}

/** Returns a reader's view of a partner. */
async function viewOf(reader: TestUser, partner: TestUser) {
  const rows = (await reader.call(contract.listConversations)).body
  const row = rows.find(({ partnerId }) => partnerId === partner.userId)
  const listed = await listMessages(reader, partner)
  const last = row?.lastMessage
  return { contents: listed.map(({ kind, content }) => (kind === 'text' ? content : kind)), last, unread: row?.unread }
}

test.each(['pending', 'stored'])(
  'it deletes a %s message for both members, with all copies (10.media.delete)',
  async (state) => {
    const [ada, ben] = newMatch()
    await sendMessage(ada, ben, 'hi')
    const { body: sent } = await sendMessage(ada, ben, `${SECRET} ${state}`)
    if (state === 'stored') await flushed(ada, ben)
    const tabs = [await connect(ada), await connect(ben), await connect(ben, secondInstance.url)]
    expect(await viewOf(ben, ada)).toMatchObject({ unread: 2 })

    expect((await remove(ada, sent.id)).status).toBe(204)
    for (const [viewer, partner] of [
      [ada, ben],
      [ben, ada],
    ] as const)
      expect(await viewOf(viewer, partner)).toMatchObject({
        contents: ['hi', 'deleted'],
        last: { kind: 'deleted', id: sent.id, seq: 2, content: 'Message deleted' },
        unread: viewer === ben ? 1 : 0,
      })
    for (const [index, tab] of tabs.entries()) {
      const partnerId = index === 0 ? ben.userId : ada.userId
      const frame = { type: 'MESSAGE_DELETED', partnerId, messageId: sent.id, seq: 2 }
      await vi.waitFor(() => expect(tab.of('MESSAGE_DELETED')).toEqual([frame]), WAIT)
    }
    expect(await copiesOf(`${SECRET} ${state}`)).toEqual([])
    expect((await remove(callOn(secondInstance, ada), sent.id)).status).toBe(204)
    expect(await viewOf(ben, ada)).toMatchObject({ unread: 1 })
    expect(await messages.countDocuments({ _id: sent.id, isErasing: true })).toBe(0)
  },
)

test('quotations and reactions of the message vanish, others stay (10.media.delete)', async () => {
  const [ada, ben] = newMatch()
  const { body: kept } = await sendMessage(ada, ben, 'Seven a.m.?')
  const { body: sent } = await sendMessage(ada, ben, SECRET)
  for (const { id } of [kept, sent]) {
    await ben.call(contract.setReaction, { params: { id }, body: { emoji: '👍' } })
    await reply(ben, ada, id)
  }
  await flushed(ada, ben)
  await reply(ben, ada, sent.id) // this quotation is pending

  expect((await remove(ada, sent.id)).status).toBe(204)
  expect(await copiesOf(SECRET)).toEqual([])
  for (const [viewer, partner] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const listed = await listMessages(viewer, partner)
    expect(listed.map(({ replyTo }) => replyTo?.id)).toEqual([undefined, undefined, kept.id, undefined, undefined])
    expect(listed.map(({ reactions }) => reactions?.length)).toEqual([1, undefined, undefined, undefined, undefined])
    const rows = (await viewer.call(contract.listConversations)).body
    expect(rows.find(({ partnerId }) => partnerId === partner.userId)).not.toHaveProperty('lastReaction')
  }
  expect(await ben.call(contract.setReaction, { params: { id: sent.id }, body: { emoji: '❤️' } })).toMatchObject(gone)
  const late = await reply(ben, ada, sent.id)
  expect([late.status, late.body.replyTo]).toEqual([201, undefined])
})

test('once it is read, or after ten minutes, it stays (10.media.delete)', async () => {
  const [ada, ben] = newMatch()
  const { body: readOne } = await sendMessage(ada, ben, 'read')
  await listMessages(ben, ada) // delivered is not read
  await read(ben, ada)
  const { body: old } = await sendMessage(ada, ben, 'old')
  await flushed(ada, ben)
  const createdAt = new Date(Date.now() - MESSAGE_DELETE_MS)
  await messages.updateOne({ _id: old.id }, { $set: { createdAt } })
  for (const { id } of [readOne, old]) expect(await remove(ada, id)).toMatchObject(tooLate)
  expect((await viewOf(ben, ada)).contents).toEqual(['read', 'old'])
})

test('SEC-22 only its sender can delete a message, in an open conversation', async () => {
  const [ada, ben] = newMatch()
  const { body: sent } = await sendMessage(ada, ben, 'hi')
  for (const [user, id] of [
    [ben, sent.id],
    [newUser(), sent.id],
    [ada, sent.id + 1_000_000],
  ] as const)
    expect(await remove(user, id)).toMatchObject(gone)
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  expect(await remove(ada, sent.id)).toMatchObject(gone)
  expect(await copiesOf('"hi"')).not.toEqual([])
})

test('INV-2 when its sending is repeated after the deletion, it stays deleted', async () => {
  const [ada, ben] = newMatch()
  const clientMessageId = randomUUID()
  const { body: sent } = await sendMessage(ada, ben, SECRET, clientMessageId)
  await remove(ada, sent.id)
  const again = await sendMessage(ada, ben, SECRET, clientMessageId)
  expect([again.status, again.body]).toMatchObject([201, { kind: 'deleted', id: sent.id, clientMessageId }])
  expect((await viewOf(ben, ada)).contents).toEqual(['deleted'])
  expect(await copiesOf(SECRET)).toEqual([])
})

test('INV-5 a deleted message is not unread, whatever is read before and after', async () => {
  const [ada, ben] = newMatch()
  const sent = []
  for (const text of ['one', 'two', 'three', 'four']) sent.push((await sendMessage(ada, ben, text)).body)
  const unread = async () => (await viewOf(ben, ada)).unread
  await remove(ada, Number(sent[1]?.id))
  expect(await unread()).toBe(3)
  await read(ben, ada, 1)
  expect(await unread()).toBe(2)
  await remove(ada, Number(sent[3]?.id))
  expect(await unread()).toBe(1)
  await read(ben, ada, 3)
  expect(await unread()).toBe(0)
  await sendMessage(ada, ben, 'five')
  expect(await unread()).toBe(1)
  await read(ben, ada)
  expect(await unread()).toBe(0)
})

test.each(['release', 'reply'])(
  'SEC-148 a held message can be deleted, and the rest is unread after a %s',
  async (end) => {
    const ada = newUser('Ada')
    const partners = Array.from({ length: HOLD_RECEIVERS }, () => newUser('Ben'))
    const link = `Look at www.example.org ${end}`
    for (const partner of partners) {
      setPair(ada, partner, { matchedAt: now(), rev: 2 })
      await sendMessage(ada, partner, link)
    }
    const [ben] = partners.slice(-1) as [TestUser]
    const { body: sent } = await sendMessage(ada, ben, SECRET)
    const tab = await connect(ben)
    await remove(ada, sent.id)
    expect((await viewOf(ada, ben)).contents).toEqual([link, 'deleted'])
    const held = (await request(nats, getHeldMessages, { senderId: ada.userId })).messages
    expect(held.map(({ content }) => content)).toEqual([link, 'Message deleted'])

    if (end === 'reply') await sendMessage(ben, ada, 'Hello?')
    else {
      const messageIds = held.map(({ id }) => id)
      await request(nats, decideHeldMessages, { senderId: ada.userId, messageIds, action: 'release' })
    }
    expect(await viewOf(ben, ada)).toMatchObject({ unread: 1 })
    expect((await viewOf(ben, ada)).contents.slice(0, 2)).toEqual([link, 'deleted'])
    expect(tab.of('MESSAGE_DELETED')).toEqual([])
    await read(ben, ada)
    expect(await viewOf(ben, ada)).toMatchObject({ unread: 0 })
  },
)

test('a copy of the data has the deletion, not the message', async () => {
  const [ada, ben] = newMatch()
  const { body: sent } = await sendMessage(ada, ben, SECRET)
  await remove(ada, sent.id)
  for (const { userId } of [ada, ben]) {
    const { items } = await request(nats, getExportedMessages, { userId, after: '' })
    expect(items.map(({ message }) => message)).toMatchObject([{ kind: 'deleted', id: sent.id }])
  }
})

test('when a flush in flight has read the message before, it does not store it again', async () => {
  const [ada, ben] = newMatch()
  const { body: sent } = await sendMessage(ada, ben, SECRET)
  const { id, senderId } = sent
  const before = (await conversations.findOne({ _id: conversationOf(ada, ben) })) as WithPending
  const stale = { ...before, pending: [{ id, senderId, content: SECRET, createdAt: new Date() }] }
  await remove(ada, sent.id)
  await flushPending(models, [stale])
  expect(await copiesOf(SECRET)).toEqual([])
})

/** Starts a process whose database commands the test can hold. */
async function startSlow() {
  const database = await heldDatabase(env.MONGO_URL)
  const slow = await startChat({ MONGO_URL: database.url })
  onTestFinished(() => slow.stop())
  return { database, slow }
}

test('when a reader has seen the message as pending before, the page shows the deletion', async () => {
  const { database, slow } = await startSlow()
  const [ada, ben] = newMatch()
  const { body: sent } = await sendMessage(ada, ben, SECRET)
  const page = database.holdCommand((command) => command.includes('messages') && command.includes('$lte'))
  const listed = listMessages(callOn(slow, ben), ada)
  await page.arrived
  await remove(ada, sent.id)
  page.release()
  expect(await listed).toMatchObject([{ kind: 'deleted' }])
})

test('when a reply or a reaction is on its way during the deletion, it repeats nothing', async () => {
  const { database, slow } = await startSlow()
  const [ada, ben] = newMatch()
  const { body: sent } = await sendMessage(ada, ben, SECRET)
  await sendMessage(ada, ben, 'hi')
  const commit = database.holdCommand((command) => command.includes('findAndModify') && command.includes(SECRET))
  const late = reply(callOn(slow, ben), ada, sent.id)
  await commit.arrived
  await remove(ada, sent.id)
  commit.release()
  expect((await late).body).toMatchObject({ kind: 'text', content: 'Yes!' })

  const { body: other } = await sendMessage(ada, ben, SECRET)
  const note = database.holdCommand((command) => command.includes('reacted') && command.includes(SECRET))
  const reaction = callOn(slow, ben).call(contract.setReaction, { params: { id: other.id }, body: { emoji: '❤️' } })
  await note.arrived
  await remove(ada, other.id)
  note.release()
  expect(await reaction).toMatchObject(gone)
  await flushed(ada, ben)
  expect(await copiesOf(SECRET)).toEqual([])
})

test('when the process is killed in the middle, another one completes the deletion', async () => {
  const [ada, ben] = newMatch()
  const { body: sent } = await sendMessage(ada, ben, SECRET)
  await reply(ben, ada, sent.id)
  await flushed(ada, ben)
  const database = await heldDatabase(env.MONGO_URL)
  const held = database.holdResponse((command) => command.includes('isErasing') && command.includes('Message deleted'))
  const port = await freePort()
  const killed = forkService(new URL('../quick-main.ts', import.meta.url), {
    ...env,
    PORT: port,
    MONGO_URL: database.url,
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), WAIT)
  void remove(callOn({ url }, ada), sent.id).catch(() => {})
  await held.arrived
  await killed.kill()
  expect(await copiesOf(SECRET)).not.toEqual([]) // the last message of the list, and the quotation
  expect((await listMessages(ben, ada))[0]).toMatchObject({ kind: 'deleted' })

  await messages.updateOne({ _id: sent.id }, { $set: { deletedAt: new Date(Date.now() - HOUR_MS) } })
  const next = await start(Config.parse(env), { times: { completeAfterMs: 0 } })
  onTestFinished(() => next.stop())
  await vi.waitFor(async () => expect(await copiesOf(SECRET)).toEqual([]), WAIT)
  expect(await viewOf(ben, ada)).toMatchObject({ contents: ['deleted', 'Yes!'], unread: 0 })
})
