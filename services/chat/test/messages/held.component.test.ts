import { randomUUID } from 'node:crypto'
import { metricsOf } from '@zing/kit/observability/metrics'
import { errors } from '@zing/proto/errors'
import { blockUser, getUnread, listConversations, readMessages } from '@zing/proto/http/chat'
import { HELD_PER_CONVERSATION, HOLD_RECEIVERS } from '@zing/proto/limits'
import { matchEnded, userDeleted } from '@zing/proto/nats/events'
import { decideHeldMessages, getExportedMessages, getHeldMessages, getHeldSenders } from '@zing/proto/nats/rpc/chat'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { membersOf } from '@zing/proto/pair-key'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { now } from '../fake-others.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const chat = await setupChat()
const { nats, db, startChat, callOn, onSecondInstance, publishEvent, eventsHandled } = chat
const { newUser, setPair, profiles, connect, sendMessage, listMessages } = chat
const conversations = db.collection<{ _id: string; pending: unknown[]; hold?: object }>('conversations')

const LINK = 'Look at www.example.org'
const contents = (list: { content: string }[]) => list.map(({ content }) => content)
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)

function newPartner(sender: TestUser): TestUser {
  const partner = newUser('Ben')
  setPair(sender, partner, { matchedAt: now(), rev: 2 })
  return partner
}

/** Creates a sender whose next first message with a link is held. */
async function newSpammer(text = LINK): Promise<TestUser> {
  const sender = newUser('Sam')
  for (let i = 1; i < HOLD_RECEIVERS; i++) {
    const partner = newPartner(sender)
    expect((await sendMessage(sender, partner, text)).status).toBe(201)
    expect(contents(await listMessages(partner, sender))).toEqual([text])
  }
  return sender
}

/** Creates a sender whose first message to the receiver is held. */
async function newHold(more: string[] = []) {
  const sender = await newSpammer()
  const receiver = newPartner(sender)
  for (const text of [LINK, ...more]) expect((await sendMessage(sender, receiver, text)).status).toBe(201)
  return { sender, receiver }
}

const heldOf = async ({ userId: senderId }: TestUser) => (await request(nats, getHeldMessages, { senderId })).messages
async function decide({ userId: senderId }: TestUser, action: 'release' | 'reject', messageIds: number[]) {
  return (await request(nats, decideHeldMessages, { senderId, messageIds, action })).messageIds
}
async function decideAll(sender: TestUser, action: 'release' | 'reject'): Promise<number[]> {
  return decide(sender, action, idsOf(await heldOf(sender)))
}

/** Returns a reader's view of a partner: messages, row of the list, and unread count. */
async function viewOf(reader: TestUser, partner: TestUser) {
  const rows = (await reader.call(listConversations)).body
  const row = rows.find(({ partnerId }: { partnerId: number }) => partnerId === partner.userId)
  return {
    messages: contents(await listMessages(reader, partner)),
    last: row?.lastMessage?.content ?? null,
    unread: [row?.unread, (await reader.call(getUnread)).body.count],
  }
}
const NOTHING = { messages: [], last: null, unread: [0, 0] }

async function flushed(a: TestUser, b: TestUser): Promise<void> {
  const _id = conversationOf(a, b)
  await vi.waitFor(async () => expect((await conversations.findOne({ _id }))?.pending).toEqual([]), WAIT)
}

describe('SEC-148 a held first message', () => {
  test('its sender sees it as sent, and its receiver nothing', async () => {
    const sender = await newSpammer()
    const receiver = newPartner(sender)
    const [tab, partnerTab] = [await connect(sender), await connect(receiver)]
    const { status, body } = await sendMessage(sender, receiver, LINK, randomUUID())
    expect([status, body]).toMatchObject([201, { seq: 1, content: LINK, status: 'sent', read: false }])
    await vi.waitFor(() => expect(tab.of('MESSAGE_SENT').map(({ message }) => message.id)).toEqual([body.id]), WAIT)
    expect(await viewOf(receiver, sender)).toEqual(NOTHING)
    expect(await viewOf(sender, receiver)).toEqual({ messages: [LINK], last: LINK, unread: [0, 0] })
    await flushed(sender, receiver)
    expect(await viewOf(receiver, sender)).toEqual(NOTHING)
    expect(await viewOf(sender, receiver)).toEqual({ messages: [LINK], last: LINK, unread: [0, 0] })
    expect(partnerTab.of('NEW_MESSAGE')).toEqual([])

    expect(await heldOf(sender)).toEqual([
      {
        id: body.id,
        seq: 1,
        senderId: sender.userId,
        receiverId: receiver.userId,
        reason: 'links',
        content: LINK,
        createdAt: body.createdAt,
      },
    ])
  })

  test('the fifth receiver of the same text does not see it either', async () => {
    const sender = await newSpammer('Hi, how are you?')
    const [receiver, other] = [newPartner(sender), newPartner(sender)]
    await sendMessage(sender, receiver, 'HI - how are you?!')
    await sendMessage(sender, other, 'I like your dog')
    expect(await viewOf(receiver, sender)).toEqual(NOTHING)
    expect(await viewOf(other, sender)).toEqual({
      messages: ['I like your dog'],
      last: 'I like your dog',
      unread: [1, 1],
    })
    expect(await heldOf(sender)).toMatchObject([{ reason: 'same-text', receiverId: receiver.userId }])
  })

  test('the fifth receiver of a similar text does not see it, whatever names it contains', async () => {
    const sender = newUser('Sam')
    const receivers = ['Ada', 'Ben', 'Cleo', 'Dora', 'Eve'].map((name) => {
      const partner = newPartner(sender)
      profiles.set(partner.userId, { name })
      return { partner, text: `Hі ${name}, I have ${partner.userId} pictures for you` }
    })
    for (const { partner, text } of receivers) await sendMessage(sender, partner, text)
    const seen = await Promise.all(receivers.map(({ partner }) => listMessages(partner, sender)))
    expect(seen.map(({ length }) => length)).toEqual([1, 1, 1, 1, 0])
    expect(await heldOf(sender)).toMatchObject([{ reason: 'same-text', content: receivers[4]?.text }])
  })

  test('a message to a user who has written before is not held', async () => {
    const sender = await newSpammer()
    const receiver = newPartner(sender)
    await sendMessage(receiver, sender, 'Do you have a page?')
    await sendMessage(sender, receiver, LINK)
    expect((await viewOf(receiver, sender)).messages).toEqual(['Do you have a page?', LINK])
    expect(await heldOf(sender)).toEqual([])
  })

  test('when eight receivers get messages at once from two processes, four messages are not held', async () => {
    const sender = newUser('Sam')
    const receivers = Array.from({ length: 8 }, () => newPartner(sender))
    await Promise.all(
      receivers.map((one, i) => sendMessage(i % 2 ? sender : onSecondInstance(sender), one, `${LINK}/${i}`)),
    )
    const seen = await Promise.all(receivers.map(async (one) => (await listMessages(one, sender)).length))
    expect(seen.filter((count) => count === 1)).toHaveLength(HOLD_RECEIVERS - 1)
    expect(await heldOf(sender)).toHaveLength(8 - HOLD_RECEIVERS + 1)
  })

  test('it is stored once, however often it is sent, and later ones of the sender are held too', async () => {
    const sender = await newSpammer()
    const receiver = newPartner(sender)
    const key = randomUUID()
    const responses = await Promise.all([
      ...Array.from({ length: 3 }, () => sendMessage(sender, receiver, LINK, key)),
      ...Array.from({ length: 3 }, () => sendMessage(onSecondInstance(sender), receiver, LINK, key)),
    ])
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id} ${body.seq}`)).size).toBe(1)
    await flushed(sender, receiver)
    const again = { receiverId: receiver.userId, content: LINK, clientMessageId: key, afterSeq: 0 }
    const tab = await connect(sender)
    tab.send({ type: 'SEND_MESSAGE', ...again })
    await vi.waitFor(() => expect(tab.of('MESSAGE_SENT').map(({ message }) => message.seq)).toEqual([1]), WAIT)
    expect((await sendMessage(sender, receiver, 'Are you there?')).body).toMatchObject({ seq: 2, status: 'sent' })
    expect(contents(await heldOf(sender))).toEqual([LINK, 'Are you there?'])
    expect(await viewOf(receiver, sender)).toEqual(NOTHING)
  })

  test('its sender can add only a limited number of messages, and repetitions still work', async () => {
    const { sender, receiver } = await newHold()
    const key = randomUUID()
    for (let i = 2; i < HELD_PER_CONVERSATION; i++) await sendMessage(sender, receiver, `${i}`)
    const last = await sendMessage(sender, receiver, 'last', key)
    const { status, body, headers } = await sendMessage(sender, receiver, 'one more')
    expect([status, body]).toEqual([429, errors.tooManyUnanswered().body])
    expect(headers.get('retry-after')).toBe('3600')
    expect((await sendMessage(sender, receiver, 'last', key)).body.id).toBe(last.body.id)
    await sendMessage(receiver, sender, 'Hello')
    expect((await sendMessage(sender, receiver, 'one more')).status).toBe(201)
  })

  test('its receiver does not see the sender type', async () => {
    const { sender, receiver } = await newHold()
    const [tab, partnerTab] = [await connect(sender), await connect(receiver)]
    tab.send({ type: 'TYPING_INDICATOR', recipientId: receiver.userId, isTyping: true })
    tab.send({ type: 'AUTH', userId: sender.userId })
    await vi.waitFor(() => expect(tab.of('CONNECTED')).toHaveLength(2), WAIT) // the earlier frame is handled
    await decideAll(sender, 'release')
    tab.send({ type: 'TYPING_INDICATOR', recipientId: receiver.userId, isTyping: false })
    await vi.waitFor(() => expect(partnerTab.of('TYPING_INDICATOR')).toMatchObject([{ isTyping: false }]), WAIT)
  })

  test('the sender’s export contains it, the receiver’s does not', async () => {
    const { sender, receiver } = await newHold()
    const exported = async ({ userId }: TestUser) =>
      (await request(nats, getExportedMessages, { userId, after: '' })).items.map(({ message }) => message.content)
    expect(await exported(sender)).toHaveLength(HOLD_RECEIVERS)
    expect(await exported(receiver)).toEqual([])
    await decideAll(sender, 'release')
    expect(await exported(receiver)).toEqual([LINK])
  })

  test('it is not listed after an unmatch or a block, and disappears with either account', async () => {
    const { sender, receiver } = await newHold()
    const [unmatched, blocked] = [newPartner(sender), newPartner(sender)]
    for (const one of [unmatched, blocked]) await sendMessage(sender, one, LINK)
    expect(await heldOf(sender)).toHaveLength(3)
    setPair(sender, unmatched, { matchedAt: null, rev: 3 })
    await publishEvent(matchEnded, { userIds: membersOf(sender.userId, unmatched.userId) }, { rev: 3 })
    await blocked.call(blockUser, { body: { blockedUserId: sender.userId } })
    await eventsHandled()
    expect(await heldOf(sender)).toMatchObject([{ receiverId: receiver.userId }])
    await publishEvent(userDeleted, { userId: receiver.userId })
    await eventsHandled()
    expect(await heldOf(sender)).toEqual([])
  })

  test('its sender is listed once, by the oldest held message, with the count', async () => {
    const first = await newHold(['Are you there?'])
    const second = await newHold()
    await sendMessage(first.sender, newPartner(first.sender), LINK)
    const [one, two] = [first.sender.userId, second.sender.userId]
    const listed = async (input: RpcInput<typeof getHeldSenders>) =>
      (await request(nats, getHeldSenders, input)).senders.filter(
        ({ senderId }) => senderId === one || senderId === two,
      )
    const all = await listed({ after: null, limit: 1_000 })
    expect(all.map(({ senderId, count }) => [senderId, count])).toEqual([
      [one, 3],
      [two, 1],
    ])
    const after = all[0] ?? expect.unreachable()
    expect(await listed({ after, limit: 1 })).toEqual(all.slice(1))
    expect(await listed({ after: { ...after, senderId: after.senderId - 1 }, limit: 1 })).toEqual(all.slice(0, 1))
    await decideAll(first.sender, 'reject')
    expect(await listed({ after: null, limit: 1_000 })).toEqual(all.slice(1))
  })

  test('operators see the number of held conversations and the age of the oldest', async () => {
    async function scraped(series: string): Promise<number> {
      const { text } = await metricsOf('chat')()
      const line = text.split('\n').find((one) => one.startsWith(series))
      return Number(line?.split(' ').at(-1))
    }
    const before = await scraped('zing_held_conversations')
    const { sender, receiver } = await newHold(['Are you there?'])
    expect(await scraped('zing_held_conversations')).toBe(before + 1)
    const heldAt = new Date(Date.now() - 3_600_000 * 24)
    await conversations.updateOne({ _id: conversationOf(sender, receiver) }, { $set: { 'hold.heldAt': heldAt } })
    expect(await scraped('zing_held_oldest_seconds')).toBeGreaterThanOrEqual(86_400)
    await decideAll(sender, 'reject')
    expect(await scraped('zing_held_conversations')).toBe(before)
    expect(await scraped('zing_held_oldest_seconds')).toBeLessThan(3_600)
  })

  test('profile strict holds as many, and RATE_PROFILE=off none', async () => {
    const [strict, unlimited] = [await startChat({ RATE_PROFILE: 'strict' }), await startChat({ RATE_PROFILE: 'off' })]
    onTestFinished(async () => {
      await Promise.all([strict.stop(), unlimited.stop()])
    })
    const sender = await newSpammer()
    const [shown, hidden] = [newPartner(sender), newPartner(sender)]
    await sendMessage(callOn(unlimited, sender), shown, LINK)
    expect(await viewOf(shown, sender)).toMatchObject({ messages: [LINK] })
    await sendMessage(callOn(strict, sender), hidden, LINK)
    expect(await viewOf(hidden, sender)).toEqual(NOTHING)
  })
})

describe('SEC-148 a later link to a user who has never written', () => {
  const refusal = [429, errors.tooManyUnanswered().body]

  /** Sends a first message to each of several receivers, then a link, and returns the outcomes. */
  async function followUp(sender: TestUser, count: number) {
    const receivers = Array.from({ length: count }, () => newPartner(sender))
    for (const one of receivers) await sendMessage(sender, one, `Hello ${randomUUID()}`)
    const responses = []
    for (const one of receivers) responses.push(await sendMessage(sender, one, LINK))
    return { receivers, responses }
  }

  test('to the fifth receiver within an hour it is refused, and counts for first messages', async () => {
    const sender = newUser('Sam')
    const { receivers, responses } = await followUp(sender, HOLD_RECEIVERS)
    const [fourth, fifth] = responses.slice(-2)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429])
    expect(fourth?.body).toMatchObject({ seq: 2, content: LINK })
    expect([fifth?.status, fifth?.body]).toEqual(refusal)
    const receiver = receivers[4] ?? expect.unreachable()
    expect(await listMessages(receiver, sender)).toHaveLength(1)
    expect((await sendMessage(sender, receiver, 'No link')).status).toBe(201)

    const stranger = newPartner(sender)
    await sendMessage(sender, stranger, LINK)
    expect(await heldOf(sender)).toMatchObject([{ reason: 'links', receiverId: stranger.userId }])
  })

  test('it is sent once the receiver has written', async () => {
    const sender = newUser('Sam')
    const { receivers } = await followUp(sender, HOLD_RECEIVERS)
    const receiver = receivers[4] ?? expect.unreachable()
    await sendMessage(receiver, sender, 'Do you have a page?')
    expect((await sendMessage(sender, receiver, LINK)).body).toMatchObject({ seq: 3 })
  })

  test('more messages in between do not change that', async () => {
    const sender = newUser('Sam')
    const { receivers } = await followUp(sender, HOLD_RECEIVERS - 1)
    const [first = expect.unreachable()] = receivers
    for (let i = 0; i < 5; i++) await sendMessage(sender, first, `${LINK}/${i}`)
    const recent = (
      await db.collection<{ _id: number; recent: object[] }>('first_messages').findOne({ _id: sender.userId })
    )?.recent
    expect(recent).toHaveLength(2 * receivers.length)
  })

  test('when sent together with the first message, it is refused and the others are stored', async () => {
    const sender = newUser('Sam')
    await followUp(sender, HOLD_RECEIVERS)
    const receiver = newPartner(sender)
    const tab = await connect(sender)
    const keys = ['Hello', 'How are you?', LINK, 'Bye'].map((content) => {
      const clientMessageId = randomUUID()
      tab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: receiver.userId, content, afterSeq: 0 })
      return clientMessageId
    })
    const refused = { clientMessageId: keys[2], status: 429, reason: 'NO_FIRST_MESSAGES_LEFT' }
    await vi.waitFor(() => expect(tab.of('ERROR')).toMatchObject([refused]), WAIT)
    await vi.waitFor(() => expect(tab.of('MESSAGE_SENT')).toHaveLength(3), WAIT)
    expect(contents(await listMessages(receiver, sender))).toEqual(['Hello', 'How are you?', 'Bye'])
  })

  test('when its sender repeats a stored one, it is found', async () => {
    const sender = newUser('Sam')
    const receiver = newPartner(sender)
    const key = randomUUID()
    await sendMessage(sender, receiver, 'Hello')
    const { body } = await sendMessage(sender, receiver, LINK, key)
    await followUp(sender, HOLD_RECEIVERS)
    await flushed(sender, receiver)
    const repeated = await sendMessage(sender, receiver, LINK, key)
    expect([repeated.status, repeated.body.id]).toEqual([201, body.id])
    const tab = await connect(sender)
    tab.send({ type: 'SEND_MESSAGE', clientMessageId: key, receiverId: receiver.userId, content: LINK, afterSeq: 1 })
    await vi.waitFor(() => expect(tab.of('MESSAGE_SENT').map(({ message }) => message.id)).toEqual([body.id]), WAIT)
  })
})

describe('SEC-148 a release', () => {
  test('the receiver gets the messages in order, pushed and unread', async () => {
    const { sender, receiver } = await newHold(['Are you there?'])
    const partnerTab = await connect(receiver)
    const ids = idsOf(await heldOf(sender))
    expect(await decide(sender, 'release', ids)).toEqual(ids)
    await vi.waitFor(() => expect(partnerTab.of('NEW_MESSAGE')).toHaveLength(2), WAIT)
    expect(partnerTab.of('NEW_MESSAGE').map(({ message }) => [message.id, message.seq])).toEqual([
      [ids[0], 1],
      [ids[1], 2],
    ])
    const shown = { messages: [LINK, 'Are you there?'], last: 'Are you there?' }
    expect(await viewOf(receiver, sender)).toEqual({ ...shown, unread: [2, 2] })
    await receiver.call(readMessages, { params: { id: sender.userId } })
    expect((await listMessages(sender, receiver)).map(({ status }) => status)).toEqual(['read', 'read'])
    expect(await viewOf(receiver, sender)).toEqual({ ...shown, unread: [0, 0] })
    expect((await sendMessage(sender, receiver, 'Hello')).body.seq).toBe(3)
    await vi.waitFor(() => expect(partnerTab.of('NEW_MESSAGE')).toHaveLength(3), WAIT)
  })

  test('a repeated release decides nothing and pushes nothing', async () => {
    const { sender, receiver } = await newHold()
    const partnerTab = await connect(receiver)
    const ids = idsOf(await heldOf(sender))
    const results = await Promise.all(Array.from({ length: 5 }, () => decide(sender, 'release', ids)))
    expect(results.filter((decided) => decided.length > 0)).toEqual([ids])
    expect((await viewOf(receiver, sender)).unread).toEqual([1, 1])
    await sendMessage(sender, receiver, 'Hello')
    await vi.waitFor(() => expect(partnerTab.of('NEW_MESSAGE').map(({ message }) => message.seq)).toEqual([1, 2]), WAIT)
  })

  test('messages that the moderator has not seen stay held', async () => {
    const { sender, receiver } = await newHold()
    const seen = idsOf(await heldOf(sender))
    await sendMessage(sender, receiver, 'and something worse')
    expect(await decide(sender, 'release', seen)).toEqual([])
    expect(await viewOf(receiver, sender)).toEqual(NOTHING)
    expect(await decide(newUser(), 'release', idsOf(await heldOf(sender)))).toEqual([]) // of another sender
    expect(await decideAll(sender, 'release')).toHaveLength(2)
  })

  test('a message that is sent at that moment is held or shown, never lost', async () => {
    for (let round = 0; round < 5; round++) {
      const { sender, receiver } = await newHold()
      const ids = idsOf(await heldOf(sender))
      const [decided, sent] = await Promise.all([decide(sender, 'release', ids), sendMessage(sender, receiver, 'now')])
      expect(sent.status).toBe(201)
      if (decided.length === 0) await decideAll(sender, 'release')
      expect(await viewOf(receiver, sender)).toEqual({ messages: [LINK, 'now'], last: 'now', unread: [2, 2] })
    }
  })
})

describe('SEC-148 the receiver of held messages writes', () => {
  test('the held messages appear before the reply, in order, and their hold ends', async () => {
    const { sender, receiver } = await newHold(['Are you there?'])
    await flushed(sender, receiver)
    const [tab, partnerTab] = [await connect(sender), await connect(receiver)]
    partnerTab.send({
      type: 'SEND_MESSAGE',
      clientMessageId: randomUUID(),
      receiverId: sender.userId,
      content: 'Hello',
      afterSeq: 0,
    })
    await vi.waitFor(() => expect(partnerTab.of('MESSAGE_SENT')).toHaveLength(1), WAIT)
    const seqs = partnerTab.frames.flatMap((frame) =>
      frame.type === 'NEW_MESSAGE' || frame.type === 'MESSAGE_SENT' ? [[frame.type, frame.message.seq]] : [],
    )
    expect(seqs).toEqual([
      ['NEW_MESSAGE', 1],
      ['NEW_MESSAGE', 2],
      ['MESSAGE_SENT', 3],
    ])
    expect(await heldOf(sender)).toEqual([])
    expect(await viewOf(receiver, sender)).toEqual({
      messages: [LINK, 'Are you there?', 'Hello'],
      last: 'Hello',
      unread: [2, 2],
    })
    expect((await sendMessage(sender, receiver, 'Oh, hello')).body).toMatchObject({ seq: 4 })
    await vi.waitFor(() => expect(partnerTab.of('NEW_MESSAGE')).toHaveLength(3), WAIT)
    await vi.waitFor(() => expect(tab.of('NEW_MESSAGE').map(({ message }) => message.seq)).toEqual([3]), WAIT)
  })

  test('when sender or moderator act at the same instant, each message has one place for both', async () => {
    for (let round = 0; round < 10; round++) {
      const { sender, receiver } = await newHold()
      const held = idsOf(await heldOf(sender))
      const [, ...responses] = await Promise.all([
        round % 2 ? decide(sender, 'release', held) : null,
        sendMessage(sender, receiver, 'more'),
        sendMessage(receiver, sender, 'Hello'),
        sendMessage(onSecondInstance(sender), receiver, 'and more'),
        sendMessage(onSecondInstance(receiver), sender, 'Hello?'),
      ])
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      const all = await listMessages(sender, receiver)
      expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
      expect(idsOf(await listMessages(receiver, sender))).toEqual(idsOf(all))
      expect(await heldOf(sender)).toEqual([])
      const row = (await receiver.call(listConversations)).body[0]
      expect(row).toMatchObject({ partnerId: sender.userId, unread: 3, lastMessage: { id: all[4]?.id } })
    }
  })
})

describe('SEC-148 a rejection', () => {
  test('the messages stay hidden until the receiver writes, and so do later ones', async () => {
    const { sender, receiver } = await newHold()
    const ids = await decideAll(sender, 'reject')
    expect(ids).toHaveLength(1)
    expect(await heldOf(sender)).toEqual([])
    expect((await sendMessage(sender, receiver, 'Look!')).body).toMatchObject({ seq: 2, status: 'sent' })
    expect(await viewOf(receiver, sender)).toEqual(NOTHING)
    expect((await viewOf(sender, receiver)).messages).toEqual([LINK, 'Look!'])
    expect(await decide(sender, 'release', ids)).toEqual([])

    expect((await sendMessage(receiver, sender, 'Hello')).body).toMatchObject({ seq: 3 })
    const tab = await connect(sender)
    await sendMessage(sender, receiver, 'Oh, hello')
    const shown = { messages: ['Hello', 'Oh, hello'], last: 'Oh, hello' }
    expect(await viewOf(receiver, sender)).toEqual({ ...shown, unread: [1, 1] })
    await vi.waitFor(() => expect(tab.of('MESSAGE_DELIVERED')).toMatchObject([{ afterSeq: 2, seq: 4 }]), WAIT)
    await receiver.call(readMessages, { params: { id: sender.userId } })
    await vi.waitFor(() => expect(tab.of('MESSAGES_READ')).toMatchObject([{ afterSeq: 2, upToSeq: 4 }]), WAIT)
    expect(await viewOf(receiver, sender)).toEqual({ ...shown, unread: [0, 0] })
    const own = (await listMessages(sender, receiver)).filter(({ senderId }) => senderId === sender.userId)
    expect(own.map(({ status }) => status)).toEqual(['sent', 'sent', 'read'])
  })

  test('a reset deletes held messages', async () => {
    const { sender } = await newHold()
    expect(await heldOf(sender)).toHaveLength(1)
    await request(nats, resetOf('chat'), { epoch: 1 })
    expect(await heldOf(sender)).toEqual([])
  })
})
