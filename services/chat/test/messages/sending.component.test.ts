import { randomUUID } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { matchEnded } from '@zing/proto/nats/events'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { flushPending } from '../../src/messages/flush-pending.ts'
import { PENDING_MAX } from '../../src/messages/repetition-rules.ts'
import type { Conversation } from '../../src/models/conversation.ts'
import { createModels } from '../../src/models/models.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const {
  secondInstance,
  publishEvent,
  db,
  newUser,
  newMatch,
  setPair,
  onSecondInstance,
  connect,
  sendMessage,
  listMessages,
} = await setupChat({}, { idleSweepMs: 500 })

test('a message is numbered, stored, and pushed to the receiver and the sender’s other tabs (3.messages, 4.message.1, 7.messages.send)', async () => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben, secondInstance.url)]
  const clientMessageId = randomUUID()
  const { status, body } = await sendMessage(ada, ben, 'hello', clientMessageId)
  expect([status, body]).toEqual([
    201,
    {
      kind: 'text',
      id: expect.any(Number),
      seq: 1,
      senderId: ada.userId,
      receiverId: ben.userId,
      content: 'hello',
      createdAt: expect.any(String),
      read: false,
      status: 'sent',
      clientMessageId,
    },
  ])
  const { clientMessageId: _own, ...forBen } = body
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toEqual([{ type: 'NEW_MESSAGE', message: forBen }]), WAIT)
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_SENT')).toEqual([{ type: 'MESSAGE_SENT', message: body }]), WAIT)
  expect((await ben.call(contract.listMessages, { params: { id: ada.userId } })).body).toEqual([forBen])
})

test('twenty parallel requests with one key on two processes store one message', async () => {
  const [ada, ben] = newMatch()
  const body = { receiverId: ben.userId, content: 'once', clientMessageId: randomUUID() }
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const client = i % 2 ? ada : onSecondInstance(ada)
      return untilAccepted(() => client.call(contract.sendMessage, { body }))
    }),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
  await vi.waitFor(
    async () => expect(await db.collection('messages').countDocuments({ conv: conversationOf(ada, ben) })).toBe(1),
    WAIT,
  )
  const repeated = await ada.call(contract.sendMessage, { body: { ...body, content: 'other words' } })
  expect(new Set([...responses, repeated].map(({ body: message }) => `${message.id} ${message.content}`)).size).toBe(1)
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
})

test('two users may use the same key', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  expect((await sendMessage(ada, ben, 'mine', key)).body.content).toBe('mine')
  expect((await sendMessage(ben, ada, 'yours', key)).body).toMatchObject({ content: 'yours', seq: 2 })
})

test('two hundred parallel messages on two processes have one order without gaps for all readers', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  let isDone = false
  const seen: number[][] = []
  const reading = (async () => {
    while (!isDone) {
      const { status, body } = await onSecondInstance(ben).call(contract.listMessages, {
        params: { id: ada.userId },
        query: { limit: 100 },
      })
      if (status === 200) seen.push(body.map(({ seq }) => seq)) // a busy database may cause a 503
    }
  })()
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const [from, to] = i % 2 ? [ada, ben] : [ben, ada]
      return sendUntilAccepted(i % 3 ? from : onSecondInstance(from), to, `n${i}`)
    }),
  ).finally(() => {
    isDone = true
  })
  await reading
  expect(responses.map(({ status }) => status)).toEqual(Array(200).fill(201))
  expect(responses.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 200 }, (_, i) => i + 2),
  )

  const all = async (reader: TestUser, partner: TestUser) => {
    const pages = await Promise.all(
      [0, 100, 200].map((after) =>
        reader.call(contract.listMessages, { params: { id: partner.userId }, query: { after, limit: 100 } }),
      ),
    )
    return pages.flatMap(({ body }) => body.map(({ id, seq }) => ({ id, seq })))
  }
  const forAda = await all(ada, ben)
  expect(forAda.map(({ seq }) => seq)).toEqual(Array.from({ length: 201 }, (_, i) => i + 1))
  expect(await all(ben, ada)).toEqual(forAda)
  for (const page of seen) expect(page).toEqual(page.map((_, i) => (page[0] ?? 0) + i)) // no gaps
  const newest = seen.map((page) => page.at(-1) ?? 0)
  expect(newest).toEqual(newest.toSorted((a, b) => a - b))
})

test.each([
  ['a crash', 0],
  ['a crash of a process whose clock was an hour ahead', 60 * 60 * 1_000],
])('a message left pending by %s is read in order and flushed by the sweep', async (_, aheadMs) => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'one')
  await vi.waitFor(async () => expect(await pendingOf(ada, ben)).toEqual([]), WAIT)
  const orphan = {
    id: 900_000 + ada.userId,
    senderId: ada.userId,
    content: 'left',
    createdAt: new Date(Date.now() + aheadMs),
  }
  await conversations().updateOne({ _id: conversationOf(ada, ben) }, {
    $inc: { seq: 1 },
    $push: { pending: orphan },
  } as object)
  const { body } = await ben.call(contract.listMessages, { params: { id: ada.userId } })
  expect(body.map(({ seq, content }) => [seq, content])).toEqual([
    [1, 'one'],
    [2, 'left'],
  ])
  await vi.waitFor(async () => expect(await pendingOf(ada, ben)).toEqual([]), WAIT)
  expect(await db.collection('messages').findOne({ conv: conversationOf(ada, ben), seq: 2 })).toMatchObject({
    content: 'left',
  })
})

test('SEC-23 a message to a user without a match or to oneself is rejected', async () => {
  const [ada, mallory] = [newUser(), newUser()]
  expect(await sendMessage(mallory, ada, 'hi')).toMatchObject({
    status: 403,
    body: errors.mayNotMessage().body,
  })
  expect(await sendMessage(ada, ada, 'hi')).toMatchObject({ status: 400, body: errors.ownMessage().body })
})

test.each([
  [{ content: '' }, 'Message cannot be empty'],
  [{ content: ' \n ' }, 'Message cannot be empty'],
  [{ content: 'x'.repeat(2_001) }, 'Message too long'],
  [{ content: 'a<b' }, 'Message contains invalid characters'],
  [{ content: 'a>b' }, 'Message contains invalid characters'],
  [{ content: 'a;b' }, 'Message contains invalid characters'],
  [{ content: 'a=b' }, 'Message contains invalid characters'],
  [{ receiverId: 0 }, 'Invalid receiver ID'],
  [{ receiverId: '2' }, 'Invalid receiver ID'],
])('a message with %j is rejected with its error message and not stored (5.content.2)', async (wrong, message) => {
  const [ada, ben] = newMatch()
  const body = { receiverId: ben.userId, content: 'hi', ...wrong }
  expect(await ada.call(contract.sendMessage, { body })).toMatchObject({ status: 400, body: { message } })
  expect(await listMessages(ben, ada)).toEqual([])
})

test('SEC-20 only the two members can access a conversation (7.messages, 8.partner, V8.2.2)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'secret')
  const mallory = newUser()
  for (const id of [ada.userId, ben.userId]) {
    expect(await mallory.call(contract.listMessages, { params: { id } })).toMatchObject({
      status: 404,
      body: errors.matchNotFound().body,
    })
    expect((await mallory.call(contract.readMessages, { params: { id } })).status).toBe(404)
  }
  expect((await mallory.call(contract.listConversations)).body).toEqual([])
  for (const id of ['1e1', 'abc', '1.0', '-1', '0']) {
    expect((await mallory.call(contract.listMessages, { params: { id } })).status).toBe(400)
  }
})

test('messages are paged backwards, forwards and between two bounds', async () => {
  const [ada, ben] = newMatch()
  for (let i = 1; i <= 7; i++) await sendMessage(ada, ben, `n${i}`)
  const page = async (query: Record<string, number>) =>
    (await ben.call(contract.listMessages, { params: { id: ada.userId }, query })).body.map(({ seq }) => seq)
  expect(await page({ limit: 3 })).toEqual([5, 6, 7])
  expect(await page({ after: 2, before: 6 })).toEqual([3, 4, 5])
  expect(await page({ after: 2, before: 6, limit: 2 })).toEqual([3, 4])
  expect(await page({ after: 2, before: 100 })).toEqual([3, 4, 5, 6, 7])
  expect(await page({ after: 5, before: 6 })).toEqual([])
  expect(await page({ after: 6, before: 2 })).toEqual([])
  expect(await page({ limit: 3, before: 5 })).toEqual([2, 3, 4])
  expect(await page({ limit: 3, before: 2 })).toEqual([1])
  expect(await page({ after: 5 })).toEqual([6, 7])
  expect(await page({ after: 7 })).toEqual([])
})

test('a conversation with PENDING_MAX pending messages gets a 503 until they are flushed', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  await flushed(ada, ben)
  const pending = Array.from({ length: PENDING_MAX }, (_, i) => ({
    id: 800_000 + i,
    senderId: ada.userId,
    content: `n${i}`,
    createdAt: new Date(),
  }))
  const conversation = { _id: conversationOf(ada, ben) }
  const conflicting = { conv: conversation._id, seq: 2 } // blocks the flush
  await db.collection('messages').insertOne({ ...conflicting })
  await conversations().updateOne(conversation, { $inc: { seq: PENDING_MAX }, $set: { pending } } as object)
  const full = await sendMessage(ada, ben, 'too many', randomUUID())
  expect(full).toMatchObject({ status: 503, body: errors.unavailable().body })
  expect(full.headers.get('retry-after')).toBe('1')
  await db.collection('messages').deleteOne(conflicting)
  await flushed(ada, ben)
  expect((await sendMessage(ada, ben, 'room')).body.seq).toBe(PENDING_MAX + 2)
})

test('when another process has left a full conversation, a message to it causes its flush', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  await flushed(ada, ben)
  const createdAt = new Date(Date.now() + 4_000) // the sweep leaves it alone for 5 s
  const pending = Array.from({ length: PENDING_MAX }, (_, i) => ({
    id: 700_000 + i,
    senderId: ada.userId,
    content: `n${i}`,
    createdAt,
  }))
  const conversation = { _id: conversationOf(ada, ben) }
  await conversations().updateOne(conversation, { $inc: { seq: PENDING_MAX }, $set: { pending } } as object)

  expect(await sendMessage(ada, ben, 'too many')).toMatchObject({ status: 503 })
  await flushed(ada, ben)
  expect((await sendMessage(ada, ben, 'room')).body.seq).toBe(PENDING_MAX + 2)
})

test('a duplicate key does not block the flush; both messages stay, the first keeps the key', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  const { body: first } = await sendMessage(ada, ben, 'first', key)
  await flushed(ada, ben)
  const duplicate = {
    id: 900_500,
    senderId: ada.userId,
    key: `${ada.userId}:${key}`,
    content: 'again',
    createdAt: new Date(),
  }
  const conversation = { _id: conversationOf(ada, ben) }
  await conversations().updateOne(conversation, { $inc: { seq: 1 }, $push: { pending: duplicate } } as object)
  await flushed(ada, ben)
  expect((await listMessages(ada, ben)).map(({ id, seq }) => [id, seq])).toEqual([
    [first.id, 1],
    [900_500, 2],
  ])
  expect((await sendMessage(ada, ben, 'again', key)).body).toEqual(first)
})

test('when a reset deletes the conversation meanwhile, a flush undoes its inserts', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await flushed(ada, ben)
  const models = createModels(db)
  const pending = [{ id: 900_600, senderId: ada.userId, content: 'late', createdAt: new Date() }]
  const stored = await models.Conversation.findById(conversationOf(ada, ben)).lean<Conversation>()
  if (!stored) throw new Error('no conversation')
  await models.Conversation.deleteOne({ _id: stored._id })
  const earlier = { _id: 900_599, conv: stored._id, seq: 3, senderId: ada.userId, content: 'earlier', epoch: 0 }
  await models.raw.messages.insertOne({ ...earlier, createdAt: new Date() }) // a late flush may have undone 'hi'
  await flushPending(models, [{ ...stored, seq: 2, pending }])
  const left = await models.Message.find({ conv: stored._id, content: { $ne: 'hi' } }, { content: 1 }).lean()
  expect(left).toMatchObject([{ content: 'earlier' }])
})

test('an ended match closes the conversation, and a new match opens it with its earlier messages', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'before')
  setPair(ada, ben, { matchedAt: null, rev: 3 })
  await publishEvent(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
  await vi.waitFor(async () => expect(await readStatus(ben, ada)).toEqual([404, errors.matchNotFound.message]), WAIT)
  expect((await sendMessage(ada, ben, 'x')).status).toBe(403)
  expect((await ben.call(contract.listConversations)).body).toEqual([])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 0 })

  setPair(ada, ben, { matchedAt: new Date().toISOString(), rev: 5 })
  expect((await sendMessage(ben, ada, 'again')).body.seq).toBe(2)
  expect((await listMessages(ada, ben)).map(({ content }) => content)).toEqual(['before', 'again'])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
})

/** Retries a 503 with the same key, as clients do. */
async function sendUntilAccepted(from: Pick<TestUser, 'call'>, to: TestUser, content: string) {
  const key = randomUUID()
  for (;;) {
    const response = await sendMessage(from, to, content, key)
    if (response.status !== 503) return response
  }
}

async function readStatus(reader: TestUser, partner: TestUser) {
  const { status, body } = await reader.call(contract.listMessages, { params: { id: partner.userId } })
  return [status, (body as { message?: string }).message]
}

function conversations() {
  return db.collection<{ _id: string; pending: unknown[] }>('conversations')
}

async function pendingOf(a: TestUser, b: TestUser): Promise<unknown[] | undefined> {
  return (await conversations().findOne({ _id: conversationOf(a, b) }))?.pending
}

function flushed(a: TestUser, b: TestUser): Promise<void> {
  return vi.waitFor(async () => expect(await pendingOf(a, b)).toEqual([]), WAIT)
}
