import { randomUUID } from 'node:crypto'
import * as contract from '@zing/proto/http/chat'
import { messages } from '@zing/proto/http/errors'
import { matchEnded } from '@zing/proto/nats/events'
import { expect, test, vi } from 'vitest'
import { flushPending } from '../src/domain/flush-pending.ts'
import { PENDING_MAX } from '../src/domain/send-message.ts'
import type { Conversation } from '../src/models/conversation.ts'
import { createModels } from '../src/models/models.ts'
import { conversationOf, type Person, setupChat, soon } from './setup-chat.ts'

const { second, announce, db, newPerson, newMatch, setPair, elsewhere, connect, say, readFrom } = await setupChat()

test('a message is numbered, stored, pushed to the receiver and to the sender’s other tabs', async () => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben, second.url)]
  const clientMessageId = randomUUID()
  const { status, body } = await say(ada, ben, 'hello', clientMessageId)
  expect([status, body]).toEqual([
    201,
    {
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
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toEqual([{ type: 'NEW_MESSAGE', message: forBen }]), soon)
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_SENT')).toEqual([{ type: 'MESSAGE_SENT', message: body }]), soon)
  expect((await ben.call(contract.listMessages, { params: { id: ada.userId } })).body).toEqual([forBen])
})

test('twenty parallel tries with one key are one message, on either process, and a later one answers the same', async () => {
  const [ada, ben] = newMatch()
  const body = { receiverId: ben.userId, content: 'once', clientMessageId: randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? ada : elsewhere(ada)).call(contract.sendMessage, { body })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  await vi.waitFor(
    async () => expect(await db.collection('messages').countDocuments({ conv: conversationOf(ada, ben) })).toBe(1),
    soon,
  )
  const late = await ada.call(contract.sendMessage, { body: { ...body, content: 'other words' } })
  expect(new Set([...answers, late].map(({ body: message }) => `${message.id} ${message.content}`)).size).toBe(1)
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
})

test('the key of one person is nobody else’s', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  expect((await say(ada, ben, 'mine', key)).body.content).toBe('mine')
  expect((await say(ben, ada, 'yours', key)).body).toMatchObject({ content: 'yours', seq: 2 })
})

test('two hundred at once, from both sides and through both processes, have one order without gaps, and nobody ever sees a later one first', {
  timeout: 60_000,
}, async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'first')
  let isDone = false
  const seen: number[][] = []
  const reading = (async () => {
    while (!isDone) {
      const { body } = await elsewhere(ben).call(contract.listMessages, {
        params: { id: ada.userId },
        query: { limit: 100 },
      })
      seen.push(body.map(({ seq }) => seq))
    }
  })()
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const [from, to] = i % 2 ? [ada, ben] : [ben, ada]
      return sayUntilTaken(i % 3 ? from : elsewhere(from), to, `n${i}`)
    }),
  )
  isDone = true
  await reading
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(201))
  expect(answers.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 200 }, (_, i) => i + 2),
  )

  const all = async (reader: Person, partner: Person) => {
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
  for (const page of seen) expect(page).toEqual(page.map((_, i) => (page[0] ?? 0) + i)) // no gap in any answer
  const newest = seen.map((page) => page.at(-1) ?? 0)
  expect(newest).toEqual(newest.toSorted((a, b) => a - b))
})

test('what a crash left pending is read in its place, and copied by the sweep', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'one')
  await vi.waitFor(async () => expect(await pendingOf(ada, ben)).toEqual([]), soon)
  const left = { id: 900_000 + ada.userId, senderId: ada.userId, content: 'left', createdAt: new Date() }
  await conversations().updateOne({ _id: conversationOf(ada, ben) }, {
    $inc: { seq: 1 },
    $push: { pending: left },
  } as object)
  const { body } = await ben.call(contract.listMessages, { params: { id: ada.userId } })
  expect(body.map(({ seq, content }) => [seq, content])).toEqual([
    [1, 'one'],
    [2, 'left'],
  ])
  await vi.waitFor(async () => expect(await pendingOf(ada, ben)).toEqual([]), soon)
  expect(await db.collection('messages').findOne({ conv: conversationOf(ada, ben), seq: 2 })).toMatchObject({
    content: 'left',
  })
})

test('SEC-23 only a match may be written to; nobody writes to themselves', async () => {
  const [ada, mallory] = [newPerson(), newPerson()]
  expect(await say(mallory, ada, 'hi')).toMatchObject({ status: 403, body: { message: messages.mayNotMessage } })
  expect(await say(ada, ada, 'hi')).toMatchObject({ status: 400, body: { message: messages.ownMessage } })
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
])('%j is refused with its text, and nothing is stored', async (wrong, message) => {
  const [ada, ben] = newMatch()
  const body = { receiverId: ben.userId, content: 'hi', ...wrong }
  expect(await ada.call(contract.sendMessage, { body })).toMatchObject({ status: 400, body: { message } })
  expect(await readFrom(ben, ada)).toEqual([])
})

test('SEC-20 a conversation is its two members’', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'secret')
  const mallory = newPerson()
  for (const id of [ada.userId, ben.userId]) {
    expect(await mallory.call(contract.listMessages, { params: { id } })).toMatchObject({
      status: 404,
      body: { message: messages.matchNotFound },
    })
    expect((await mallory.call(contract.readMessages, { params: { id } })).status).toBe(404)
  }
  expect((await mallory.call(contract.listConversations)).body).toEqual([])
  for (const id of ['1e1', 'abc', '1.0', '-1', '0']) {
    expect((await mallory.call(contract.listMessages, { params: { id } })).status).toBe(400)
  }
})

test('pages go backwards and forwards', async () => {
  const [ada, ben] = newMatch()
  for (let i = 1; i <= 7; i++) await say(ada, ben, `n${i}`)
  const page = async (query: Record<string, number>) =>
    (await ben.call(contract.listMessages, { params: { id: ada.userId }, query })).body.map(({ seq }) => seq)
  expect(await page({ limit: 3 })).toEqual([5, 6, 7])
  expect(await page({ limit: 3, before: 5 })).toEqual([2, 3, 4])
  expect(await page({ limit: 3, before: 2 })).toEqual([1])
  expect(await page({ after: 5 })).toEqual([6, 7])
  expect(await page({ after: 7 })).toEqual([])
})
test('a full conversation asks to come again, and takes messages when there is room', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'first')
  await settled(ada, ben)
  const waiting = Array.from({ length: PENDING_MAX }, (_, i) => ({
    id: 800_000 + i,
    senderId: ada.userId,
    content: `n${i}`,
    createdAt: new Date(),
  }))
  const conversation = { _id: conversationOf(ada, ben) }
  const inTheWay = { conv: conversation._id, seq: 2 } // nothing can be copied
  await db.collection('messages').insertOne({ ...inTheWay })
  await conversations().updateOne(conversation, { $inc: { seq: PENDING_MAX }, $set: { pending: waiting } } as object)
  const full = await say(ada, ben, 'too many', randomUUID())
  expect(full).toMatchObject({ status: 503, body: { message: messages.unavailable } })
  expect(full.headers.get('retry-after')).toBe('1')
  await db.collection('messages').deleteOne(inTheWay)
  await settled(ada, ben)
  expect((await say(ada, ben, 'room')).body.seq).toBe(PENDING_MAX + 2)
})

test('a key that came twice all the same stops nothing: both messages are copied, the first keeps the key', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  const { body: first } = await say(ada, ben, 'first', key)
  await settled(ada, ben)
  const again = {
    id: 900_500,
    senderId: ada.userId,
    key: `${ada.userId}:${key}`,
    content: 'again',
    createdAt: new Date(),
  }
  const conversation = { _id: conversationOf(ada, ben) }
  await conversations().updateOne(conversation, { $inc: { seq: 1 }, $push: { pending: again } } as object)
  await settled(ada, ben)
  expect((await readFrom(ada, ben)).map(({ id, seq }) => [id, seq])).toEqual([
    [first.id, 1],
    [900_500, 2],
  ])
  expect((await say(ada, ben, 'again', key)).body).toEqual(first)
})

test('a copy that a reset overtakes takes its messages back', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'hi')
  await settled(ada, ben)
  const models = createModels(db)
  const pending = [{ id: 900_600, senderId: ada.userId, content: 'late', createdAt: new Date() }]
  const known = await models.Conversation.findById(conversationOf(ada, ben)).lean<Conversation>()
  if (!known) throw new Error('no conversation')
  await models.Conversation.deleteOne({ _id: known._id })
  await flushPending(models, [{ ...known, seq: 2, pending }])
  expect(await models.Message.find({ conv: known._id }, { content: 1 }).lean()).toMatchObject([{ content: 'hi' }])
})

test('an ended match closes the conversation; a new one opens it with what was written before', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'before')
  setPair(ada, ben, { matchedAt: null, rev: 3 })
  await announce(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
  await vi.waitFor(async () => expect(await readStatus(ben, ada)).toEqual([404, messages.matchNotFound]), soon)
  expect((await say(ada, ben, 'x')).status).toBe(403)
  expect((await ben.call(contract.listConversations)).body).toEqual([])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 0 })

  setPair(ada, ben, { matchedAt: new Date().toISOString(), rev: 5 })
  expect((await say(ben, ada, 'again')).body.seq).toBe(2)
  expect((await readFrom(ada, ben)).map(({ content }) => content)).toEqual(['before', 'again'])
  expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
})

/** As a client does: with the same key again when the process has too much to do just now (503). */
async function sayUntilTaken(from: Pick<Person, 'call'>, to: Person, content: string) {
  const key = randomUUID()
  for (;;) {
    const answer = await say(from, to, content, key)
    if (answer.status !== 503) return answer
  }
}

async function readStatus(reader: Person, partner: Person) {
  const { status, body } = await reader.call(contract.listMessages, { params: { id: partner.userId } })
  return [status, (body as { message?: string }).message]
}

function conversations() {
  return db.collection<{ _id: string; pending: unknown[] }>('conversations')
}

async function pendingOf(a: Person, b: Person): Promise<unknown[] | undefined> {
  return (await conversations().findOne({ _id: conversationOf(a, b) }))?.pending
}

function settled(a: Person, b: Person): Promise<void> {
  return vi.waitFor(async () => expect(await pendingOf(a, b)).toEqual([]), soon)
}
