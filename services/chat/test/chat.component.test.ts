import { randomUUID } from 'node:crypto'
import { publish } from '@zing/kit/controls'
import { signInternalToken } from '@zing/kit/internal-token'
import { createLog } from '@zing/kit/log'
import { connectNats } from '@zing/kit/nats'
import { answerQuestions, ask, reply } from '@zing/kit/questions'
import { serviceClient } from '@zing/kit/testing/client'
import { createAnnounce, recordFacts } from '@zing/kit/testing/facts'
import { testEnv } from '@zing/kit/testing/servers'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import * as contract from '@zing/proto/http/chat'
import { messages } from '@zing/proto/http/errors'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/controls'
import { blockCreated, likeCreated, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/facts'
import { askPair, askSession, pageOfBlocks, resetOf } from '@zing/proto/nats/questions'
import mongoose from 'mongoose'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

const ORIGIN = 'http://localhost:8080'
const env = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN }
const chat = await start(Config.parse(env))
const second = await start(Config.parse(env)) // a second process on the same database and broker
const facts = await recordFacts(env.NATS_URL)
const announce = await createAnnounce(env.NATS_URL)
const nats = connectNats(env.NATS_URL, 'chat-test', createLog('chat-test', 'silent'))
const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
const matches = new Map<string, { matchedAt: string | null; rev: number; epoch: number }>()
const revoked = new Set<string>()
await nats.connection
answerQuestions(nats, 'others', [
  reply(askPair, async ({ userIds }) => {
    const known = matches.get(userIds.join(':'))
    return known ? { userIds, ...known } : null
  }),
  reply(askSession, async ({ sid }) => ({ isLive: !revoked.has(sid) })),
])
await (await nats.connection).flush()
afterAll(async () => {
  await Promise.all([chat.stop(), second.stop()])
  await nats.drain()
  await db.close()
})

const bound = { timeout: 10_000, interval: 20 }
let lastId = 0
const at = () => new Date().toISOString()

function newPerson(name = 'Somebody') {
  lastId += 1
  const identity = { userId: lastId, sid: randomUUID() }
  const card = { id: lastId, name, selfie: null }
  return { ...identity, card, ...serviceClient(chat.url, env.INTERNAL_TOKEN_SECRET, identity) }
}
type Person = ReturnType<typeof newPerson>

/** The same person, served by the other process. */
function elsewhere({ userId, sid }: Person) {
  return serviceClient(second.url, env.INTERNAL_TOKEN_SECRET, { userId, sid })
}

async function newMatch(): Promise<[Person, Person]> {
  const [ada, ben] = [newPerson('Ada'), newPerson('Ben')]
  matches.set(`${ada.userId}:${ben.userId}`, { matchedAt: at(), rev: 2, epoch: 0 })
  return [ada, ben]
}

async function openSocket(person: Person, url = chat.url, headers: Record<string, string> = { origin: ORIGIN }) {
  const authorization = `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, person)}`
  const ws = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization, ...headers } })
  const frames: ServerFrame[] = []
  let code: number | null = null
  ws.on('message', (data) => void frames.push(JSON.parse(String(data))))
  ws.on('close', (closed) => {
    code = closed
  })
  await new Promise((resolve, reject) => {
    ws.on('open', resolve)
    ws.on('error', reject)
  })
  const send = (frame: unknown) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const of = <T extends ServerFrame['type']>(type: T) =>
    frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type)
  return { ws, frames, send, of, code: () => code }
}

async function connect(person: Person, url = chat.url) {
  const socket = await openSocket(person, url)
  socket.send({ type: 'AUTH', userId: person.userId })
  await vi.waitFor(() => expect(socket.of('CONNECTED')).toEqual([{ type: 'CONNECTED', userId: person.userId }]), bound)
  return socket
}

const say = (from: Person, to: Person, content: string, clientMessageId?: string) =>
  from.call(contract.sendMessage, {
    body: { receiverId: to.userId, content, ...(clientMessageId && { clientMessageId }) },
  })

describe('sending', () => {
  test('a message is numbered, stored, pushed to the receiver and to the sender’s other tabs', async () => {
    const [ada, ben] = await newMatch()
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
    await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toEqual([{ type: 'NEW_MESSAGE', message: forBen }]), bound)
    await vi.waitFor(() => expect(adaTab.of('MESSAGE_SENT')).toEqual([{ type: 'MESSAGE_SENT', message: body }]), bound)
    expect((await ben.call(contract.listMessages, { params: { id: ada.userId } })).body).toEqual([forBen])
  })

  test('twenty parallel tries with one key are one message, on either process, and a later one answers the same', async () => {
    const [ada, ben] = await newMatch()
    const body = { receiverId: ben.userId, content: 'once', clientMessageId: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? ada : elsewhere(ada)).call(contract.sendMessage, { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    await vi.waitFor(
      async () => expect(await db.collection('messages').countDocuments({ conv: convOf(ada, ben) })).toBe(1),
      bound,
    )
    const late = await ada.call(contract.sendMessage, { body: { ...body, content: 'other words' } })
    expect(new Set([...answers, late].map(({ body: message }) => `${message.id} ${message.content}`)).size).toBe(1)
    expect((await ben.call(contract.getUnread)).body).toEqual({ count: 1 })
  })

  test('the key of one person is nobody else’s', async () => {
    const [ada, ben] = await newMatch()
    const key = randomUUID()
    expect((await say(ada, ben, 'mine', key)).body.content).toBe('mine')
    expect((await say(ben, ada, 'yours', key)).body).toMatchObject({ content: 'yours', seq: 2 })
  })

  test('two hundred at once, from both sides and through both processes, have one order without gaps, and nobody ever sees a later one first', async () => {
    const [ada, ben] = await newMatch()
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
        return (i % 3 ? from : elsewhere(from)).call(contract.sendMessage, {
          body: { receiverId: to.userId, content: `n${i}`, clientMessageId: randomUUID() },
        })
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
    const [ada, ben] = await newMatch()
    await say(ada, ben, 'one')
    await vi.waitFor(async () => expect(await pendingOf(ada, ben)).toEqual([]), bound)
    const left = { id: 900_000 + ada.userId, senderId: ada.userId, content: 'left', createdAt: new Date() }
    await conversations().updateOne({ _id: convOf(ada, ben) }, { $inc: { seq: 1 }, $push: { pending: left } } as object)
    const { body } = await ben.call(contract.listMessages, { params: { id: ada.userId } })
    expect(body.map(({ seq, content }) => [seq, content])).toEqual([
      [1, 'one'],
      [2, 'left'],
    ])
    await vi.waitFor(async () => expect(await pendingOf(ada, ben)).toEqual([]), bound)
    expect(await db.collection('messages').findOne({ conv: convOf(ada, ben), seq: 2 })).toMatchObject({
      content: 'left',
    })
  })

  test('SEC-23 only a match may be written to; nobody writes to themselves', async () => {
    const [ada, mallory] = [newPerson(), newPerson()]
    expect(await say(mallory, ada, 'hi')).toMatchObject({ status: 403, body: { message: messages.mayNotMessage } })
    expect(await say(ada, ada, 'hi')).toMatchObject({ status: 400, body: { message: messages.ownMessage } })
  })

  test('SEC-20 a conversation is its two members’', async () => {
    const [ada, ben] = await newMatch()
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
    const [ada, ben] = await newMatch()
    for (let i = 1; i <= 7; i++) await say(ada, ben, `n${i}`)
    const page = async (query: Record<string, number>) =>
      (await ben.call(contract.listMessages, { params: { id: ada.userId }, query })).body.map(({ seq }) => seq)
    expect(await page({ limit: 3 })).toEqual([5, 6, 7])
    expect(await page({ limit: 3, before: 5 })).toEqual([2, 3, 4])
    expect(await page({ limit: 3, before: 2 })).toEqual([1])
    expect(await page({ after: 5 })).toEqual([6, 7])
    expect(await page({ after: 7 })).toEqual([])
  })
})

describe('receipts', () => {
  test('delivered by the device, read by opening, told to the sender once, never backwards', async () => {
    const [ada, ben] = await newMatch()
    const [adaTab, benTab, benOther] = [await connect(ada), await connect(ben), await connect(ben, second.url)]
    const { body: message } = await say(ada, ben, 'one')
    await say(ada, ben, 'two')
    const statuses = async () =>
      (await ada.call(contract.listMessages, { params: { id: ben.userId } })).body.map(({ status }) => status)
    expect(await statuses()).toEqual(['sent', 'sent'])

    benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
    const delivered = { type: 'MESSAGE_DELIVERED', messageId: message.id, seq: 1, receiverId: ben.userId }
    await vi.waitFor(() => expect(adaTab.of('MESSAGE_DELIVERED')).toEqual([delivered]), bound)
    expect(await statuses()).toEqual(['delivered', 'sent'])
    expect((await ben.call(contract.getUnread)).body).toEqual({ count: 2 })

    benTab.send({ type: 'MARK_READ', senderId: ada.userId })
    await vi.waitFor(
      () =>
        expect(adaTab.of('MESSAGES_READ')).toMatchObject([{ readBy: ben.userId, senderId: ada.userId, upToSeq: 2 }]),
      bound,
    )
    await vi.waitFor(() => expect(benOther.of('MESSAGES_READ')).toHaveLength(1), bound)
    expect(await statuses()).toEqual(['read', 'read'])
    expect((await ben.call(contract.getUnread)).body).toEqual({ count: 0 })

    benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1 })
    expect((await ben.call(contract.readMessages, { params: { id: ada.userId } })).status).toBe(204)
    expect(await statuses()).toEqual(['read', 'read'])
    expect(adaTab.of('MESSAGES_READ')).toHaveLength(1)
  })

  test('fetching delivers; a seq beyond the last one claims nothing', async () => {
    const [ada, ben] = await newMatch()
    await say(ada, ben, 'one')
    const benTab = await connect(ben)
    benTab.send({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: 1_000 })
    const status = async () =>
      (await ada.call(contract.listMessages, { params: { id: ben.userId } })).body.map(({ status }) => status)
    await vi.waitFor(async () => expect(await status()).toEqual(['delivered']), bound)
    await say(ada, ben, 'two')
    expect(await status()).toEqual(['delivered', 'sent'])
    await ben.call(contract.listMessages, { params: { id: ada.userId } })
    await vi.waitFor(async () => expect(await status()).toEqual(['delivered', 'delivered']), bound)
  })

  test('the list has one row per match with preview and unread, newest first; markAllRead empties it for both to see', async () => {
    const [ada, ben] = await newMatch()
    const cleo = newPerson('Cleo')
    await announce(
      matchCreated,
      { userIds: [ada.userId, cleo.userId], people: [ada.card, cleo.card], matchedAt: at() },
      { rev: 2 },
    )
    await say(ben, ada, 'to ada')
    await vi.waitFor(async () => expect((await ada.call(contract.listConversations)).body).toHaveLength(2), bound)
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
    await vi.waitFor(() => expect(benTab.of('MESSAGES_READ')).toHaveLength(1), bound)
  })

  test('unread is exact while messages and reads race', async () => {
    const [ada, ben] = await newMatch()
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        i % 4 ? say(ada, ben, `n${i}`) : ben.call(contract.readMessages, { params: { id: ada.userId } }),
      ),
    )
    const { body } = await ben.call(contract.listMessages, { params: { id: ada.userId }, query: { limit: 100 } })
    expect((await ben.call(contract.getUnread)).body).toEqual({ count: body.filter(({ read }) => !read).length })
  })
})

describe('blocks', () => {
  test('SEC-63 end every channel in both directions, on both processes, and are told as the specification says', async () => {
    const [ada, ben] = await newMatch()
    await say(ada, ben, 'hi')
    await say(ben, ada, 'hi')
    const [adaTab, benTab] = [await connect(ada), await connect(ben, second.url)]
    adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
    adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
    await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(2), bound)
    await vi.waitFor(
      () => expect(benTab.of('USER_BLOCKED')).toEqual([{ type: 'USER_BLOCKED', blockedBy: ada.userId }]),
      bound,
    )
    await vi.waitFor(
      () =>
        expect(facts.of(blockCreated).filter(({ blockerId }) => blockerId === ada.userId)).toMatchObject([
          { blockedId: ben.userId },
        ]),
      bound,
    )

    const known = [adaTab.frames.length, benTab.frames.length]
    for (const [me, them] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      expect((await me.call(contract.listMessages, { params: { id: them.userId } })).status).toBe(404)
      expect(await say(me, them, 'x')).toMatchObject({ status: 403, body: { message: messages.mayNotMessage } })
      expect((await me.call(contract.listConversations)).body).toEqual([])
      expect((await me.call(contract.getUnread)).body).toEqual({ count: 0 })
    }
    for (const [socket, partner] of [
      [adaTab, ben],
      [benTab, ada],
    ] as const) {
      socket.send({ type: 'TYPING_INDICATOR', recipientId: partner.userId, isTyping: true })
      socket.send({ type: 'MESSAGE_RECEIVED', partnerId: partner.userId, seq: 1 })
    }
    const notification = {
      id: 1,
      type: 'LIKE' as const,
      payload: { userId: ben.userId, name: 'Ben', selfie: null },
      createdAt: at(),
      readAt: null,
    }
    await announce(likeCreated, { likerId: ben.userId, likedId: ada.userId, liker: ben.card })
    await announce(notificationCreated, { userId: ada.userId, notification, unread: 1 })
    await announce(
      matchCreated,
      { userIds: [ada.userId, ben.userId], people: [ada.card, ben.card], matchedAt: at() },
      { rev: 99 },
    )
    const cleo = newPerson('Cleo')
    await announce(likeCreated, { likerId: cleo.userId, likedId: ada.userId, liker: cleo.card })
    await vi.waitFor(() => expect(adaTab.of('NEW_LIKE')).toMatchObject([{ user: { id: cleo.userId } }]), bound) // the last of them has arrived
    expect([adaTab.frames.length, benTab.frames.length]).toEqual([(known[0] ?? 0) + 1, known[1]])
    expect(await say(ben, ada, 'still?')).toMatchObject({ status: 403 })
    expect((await ada.call(contract.listBlocks)).body).toEqual([ben.userId])
    expect((await ben.call(contract.listBlocks)).body).toEqual([])
  })

  test('SEC-65 nothing of a flood arrives after the confirmation', async () => {
    const [ada, ben] = await newMatch()
    const adaTab = await connect(ada)
    const flood = Array.from({ length: 200 }, (_, i) => (i % 2 ? ben : { ...ben, ...elsewhere(ben) })).map((from, i) =>
      say(from, ada, `n${i}`),
    )
    adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
    await Promise.all(flood)
    await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(1), bound)
    const confirmed = adaTab.frames.findIndex(({ type }) => type === 'BLOCK_CONFIRMED')
    const [cleo] = [newPerson('Cleo')]
    await announce(likeCreated, { likerId: cleo.userId, likedId: ada.userId, liker: cleo.card })
    await vi.waitFor(() => expect(adaTab.of('NEW_LIKE')).toHaveLength(1), bound)
    expect(adaTab.frames.slice(confirmed + 1).map(({ type }) => type)).toEqual(['NEW_LIKE'])
  })

  test('SEC-68 unmatched, twice, over HTTP, oneself', async () => {
    const [ada, ben] = [newPerson(), newPerson()]
    for (let i = 0; i < 2; i++) {
      expect(await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })).toMatchObject({
        status: 201,
        body: { blockedUserId: ben.userId },
      })
    }
    await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
    expect([(await ada.call(contract.listBlocks)).body, (await ben.call(contract.listBlocks)).body]).toEqual([
      [ben.userId],
      [ada.userId],
    ])
    expect(await ada.call(contract.blockUser, { body: { blockedUserId: ada.userId } })).toMatchObject({
      status: 400,
      body: { message: messages.ownBlock },
    })
    const { items } = await ask(nats, pageOfBlocks, { after: '' })
    expect(items.filter(({ blockerId }) => [ada.userId, ben.userId].includes(blockerId))).toHaveLength(2)
  })
})

describe('what social says', () => {
  test('a match opens the conversation and is pushed to both; its end closes it; late and repeated events change nothing', async () => {
    const [ada, ben] = [newPerson('Ada'), newPerson('Ben')]
    const [adaTab, benTab] = [await connect(ada), await connect(ben)]
    const matched = {
      userIds: [ada.userId, ben.userId] as [number, number],
      people: [ada.card, ben.card] as [typeof ada.card, typeof ada.card],
      matchedAt: at(),
    }
    await announce(matchCreated, matched, { rev: 2 })
    await vi.waitFor(
      () =>
        expect(adaTab.of('NEW_MATCH')).toEqual([
          { type: 'NEW_MATCH', match: { ...ben.card, matchedAt: matched.matchedAt } },
        ]),
      bound,
    )
    await vi.waitFor(() => expect(benTab.of('NEW_MATCH')).toHaveLength(1), bound)
    expect((await say(ada, ben, 'hi')).status).toBe(201)

    await announce(matchEnded, { userIds: matched.userIds }, { rev: 3 })
    await vi.waitFor(
      () => expect(benTab.of('MATCH_ENDED')).toEqual([{ type: 'MATCH_ENDED', userId: ada.userId }]),
      bound,
    )
    await announce(matchCreated, matched, { rev: 2 }) // late
    await announce(matchEnded, { userIds: matched.userIds }, { rev: 3 }) // again
    const cleo = newPerson('Cleo')
    await announce(likeCreated, { likerId: cleo.userId, likedId: ada.userId, liker: cleo.card })
    await vi.waitFor(() => expect(adaTab.of('NEW_LIKE')).toHaveLength(1), bound)
    expect((await say(ada, ben, 'hi')).status).toBe(403)
    expect(benTab.of('MATCH_ENDED')).toHaveLength(1)
  })

  test('a notification is pushed with the count of unread ones', async () => {
    const [ada, ben] = [newPerson('Ada'), newPerson('Ben')]
    const adaTab = await connect(ada)
    const notification = {
      id: 7,
      type: 'LIKE' as const,
      payload: { userId: ben.userId, name: 'Ben', selfie: null },
      createdAt: at(),
      readAt: null,
    }
    await announce(notificationCreated, { userId: ada.userId, notification, unread: 3 })
    await vi.waitFor(
      () => expect(adaTab.of('NOTIFICATION_COUNT')).toEqual([{ type: 'NOTIFICATION_COUNT', count: 3 }]),
      bound,
    )
    expect(adaTab.of('NOTIFICATION')).toEqual([{ type: 'NOTIFICATION', notification }])
  })
})

describe('sockets', () => {
  test('typing reaches a match, at most twice a second, and nobody else', async () => {
    const [ada, ben] = await newMatch()
    await say(ada, ben, 'hi')
    const mallory = newPerson()
    const [adaTab, benTab, malloryTab] = [await connect(ada), await connect(ben), await connect(mallory)]
    malloryTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: true })
    for (let i = 0; i < 6; i++) adaTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: true })
    adaTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: false })
    await vi.waitFor(
      () =>
        expect(benTab.of('TYPING_INDICATOR').at(-1)).toEqual({
          type: 'TYPING_INDICATOR',
          senderId: ada.userId,
          isTyping: false,
        }),
      bound,
    )
    expect(benTab.of('TYPING_INDICATOR')).toHaveLength(3)
  })

  test('SEC-62 claiming to be somebody else closes the socket, and nothing of theirs arrives', async () => {
    const [ada, ben] = await newMatch()
    const socket = await openSocket(ada)
    socket.send({ type: 'AUTH', userId: ben.userId })
    await vi.waitFor(() => expect(socket.code()).toBe(1008), bound)
    expect(socket.frames).toEqual([])
  })

  test('AUTH is confirmed each time', async () => {
    const ada = newPerson()
    const socket = await connect(ada)
    socket.send({ type: 'AUTH', userId: ada.userId })
    await vi.waitFor(() => expect(socket.of('CONNECTED')).toHaveLength(2), bound)
  })

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: `${ORIGIN}.evil.example` }, 403],
    [{ origin: ORIGIN, authorization: 'Bearer forged' }, 401],
    [{ origin: ORIGIN, authorization: `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, null)}` }, 401],
  ])('SEC-61 an upgrade with %j is refused', async (headers, status) => {
    await expect(openSocket(newPerson(), chat.url, headers as Record<string, string>)).rejects.toThrow(String(status))
  })

  test('SEC-88 junk is answered, repeated junk is closed, and the process goes on', async () => {
    const socket = await connect(newPerson())
    for (const junk of ['no json', '[]', '{"type":{}}', '{"type":"__proto__"}']) socket.send(junk)
    await vi.waitFor(
      () => expect(socket.of('ERROR').map(({ code }) => code)).toEqual(Array(4).fill('BAD_FRAME')),
      bound,
    )
    socket.send('{}')
    await vi.waitFor(() => expect(socket.code()).toBe(1008), bound)
  })

  test('SEC-83 sixteen KiB pass, more does not', async () => {
    const ada = newPerson()
    const socket = await connect(ada)
    const frame = JSON.stringify({ type: 'AUTH', userId: ada.userId, more: '' })
    socket.send(frame.replace('""', `"${'x'.repeat(FRAME_MAX_BYTES - frame.length)}"`))
    await vi.waitFor(() => expect(socket.of('CONNECTED')).toHaveLength(2), bound)
    socket.send('x'.repeat(FRAME_MAX_BYTES + 1))
    await vi.waitFor(() => expect(socket.code()).toBe(1009), bound)
  })

  test('SEC-82 a flood of frames closes the socket; a user has at most ten', async () => {
    const ada = newPerson()
    const sockets = await Promise.all(Array.from({ length: 10 }, () => connect(ada)))
    const eleventh = await openSocket(ada)
    eleventh.send({ type: 'AUTH', userId: ada.userId })
    await vi.waitFor(() => expect(eleventh.code()).toBe(1013), bound)
    for (let i = 0; i < 200; i++) sockets[0]?.send({ type: 'MESSAGE_NOTIFICATION', receiverId: 1, messageId: 1 })
    await vi.waitFor(() => expect(sockets[0]?.code()).toBe(1013), bound)
    expect(sockets[1]?.code()).toBeNull()
  })

  test('SEC-13 a revoked session loses its sockets on every process, other logins keep theirs', async () => {
    const ada = newPerson()
    const sameSession = [await connect(ada), await connect(ada, second.url)]
    const otherLogin = await connect({ ...ada, sid: randomUUID() })
    publish(nats, sessionsRevoked.subject, { sids: [ada.sid] })
    await vi.waitFor(() => expect(sameSession.map(({ code }) => code())).toEqual([1000, 1000]), bound)
    expect(otherLogin.code()).toBeNull()
  })
})

test('a reset leaves no conversation and no message', async () => {
  const [ada, ben] = await newMatch()
  await say(ada, ben, 'hi')
  expect(await ask(nats, resetOf('chat'), { epoch: 1 }, 5_000)).toEqual({ epoch: 1 })
  expect((await ada.call(contract.listMessages, { params: { id: ben.userId } })).status).toBe(404)
  await vi.waitFor(async () => expect(await db.collection('messages').countDocuments()).toBe(0), bound)
  expect(await conversations().countDocuments()).toBe(0)
})

function convOf(a: Person, b: Person): string {
  return `${Math.min(a.userId, b.userId)}:${Math.max(a.userId, b.userId)}`
}

function conversations() {
  return db.collection<{ _id: string; pending: unknown[] }>('conversations')
}

async function pendingOf(a: Person, b: Person): Promise<unknown[] | undefined> {
  return (await conversations().findOne({ _id: convOf(a, b) }))?.pending
}
