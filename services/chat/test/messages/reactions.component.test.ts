import { randomInt, randomUUID } from 'node:crypto'
import { deadlineHeader } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/chat'
import { type Message, REACTIONS, type ReactionEmoji } from '@zing/proto/messages'
import { matchEnded } from '@zing/proto/nats/events'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { flushPending } from '../../src/messages/flush-pending.ts'
import type { Conversation } from '../../src/models/conversation.ts'
import { createModels } from '../../src/models/models.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const {
  env,
  db,
  secondInstance,
  startChat,
  callOn,
  publishEvent,
  newUser,
  newMatch,
  setPair,
  onSecondInstance,
  connect,
  sendMessage,
  listMessages,
} = await setupChat()
const models = createModels(db)
type Client = Pick<TestUser, 'call'>

const react = (user: Client, id: number, emoji: unknown) =>
  user.call(contract.setReaction, { params: { id }, body: { emoji } })
const unreact = (user: Client, id: number) => user.call(contract.removeReaction, { params: { id } })
/** A request reaches its write before this time. */
const GIVEN_UP_MS = 1_500
const refused = { status: 404, body: errors.messageNotFound().body }

async function reactionsSeenBy(user: TestUser, partner: TestUser): Promise<Message['reactions'][]> {
  return (await listMessages(user, partner)).map(({ reactions }) => reactions)
}

async function flushed(a: TestUser, b: TestUser): Promise<void> {
  const _id = conversationOf(a, b)
  await vi.waitFor(
    async () => expect(await models.Conversation.countDocuments({ _id, 'pending.0': { $exists: true } })).toBe(0),
    WAIT,
  )
}

test('both members see and get a reaction; another one replaces it, and it can be removed (10.chat.reactions)', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'Seven a.m.?')
  const tabs = [await connect(ada), await connect(ben), await connect(ben, secondInstance.url)]
  const frame = { type: 'REACTION', messageId: message.id, userId: ben.userId }

  expect((await react(ben, message.id, '❤️')).status).toBe(204)
  expect((await react(ben, message.id, '😂')).status).toBe(204)
  for (const [user, partner] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    expect(await listMessages(user, partner)).toMatchObject([
      { id: message.id, reactions: [{ userId: ben.userId, emoji: '😂' }], reactionRev: 2 },
    ])
  expect((await react(ada, message.id, '👍')).status).toBe(204)
  const both = [
    { userId: ada.userId, emoji: '👍' },
    { userId: ben.userId, emoji: '😂' },
  ]
  expect(await reactionsSeenBy(ben, ada)).toEqual([both])

  expect((await unreact(ben, message.id)).status).toBe(204)
  expect(await reactionsSeenBy(ada, ben)).toEqual([[both[0]]])
  for (const [index, tab] of tabs.entries()) {
    const partnerId = index === 0 ? ben.userId : ada.userId
    await vi.waitFor(() => expect(tab.of('REACTION')).toHaveLength(4), WAIT)
    expect(tab.of('REACTION')).toEqual([
      { ...frame, partnerId, emoji: '❤️', reactions: [{ userId: ben.userId, emoji: '❤️' }], rev: 1 },
      { ...frame, partnerId, emoji: '😂', reactions: [both[1]], rev: 2 },
      { ...frame, partnerId, userId: ada.userId, emoji: '👍', reactions: both, rev: 3 },
      { ...frame, partnerId, emoji: null, reactions: [both[0]], rev: 4 },
    ])
  }
})

test('a message without reactions has no such fields, and a page has its own reactions only', async () => {
  const [ada, ben] = newMatch()
  const sent = []
  for (const text of ['one', 'two', 'three']) sent.push((await sendMessage(ada, ben, text)).body)
  expect((await listMessages(ben, ada))[0]).not.toHaveProperty('reactions')
  expect((await listMessages(ben, ada))[0]).not.toHaveProperty('reactionRev')
  await react(ben, Number(sent[2]?.id), '🔥')
  const page = await listMessages(ada, ben, { before: 3, limit: 2 })
  expect(page.map(({ content, reactionRev }) => [content, reactionRev])).toEqual([
    ['one', undefined],
    ['two', undefined],
  ])
})

test('a repeated reaction or removal changes only its number and is pushed again', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  const tab = await connect(ada)
  for (let i = 0; i < 2; i++) expect((await react(ben, message.id, '❤️')).status).toBe(204)
  expect(await reactionsSeenBy(ada, ben)).toEqual([[{ userId: ben.userId, emoji: '❤️' }]])
  for (let i = 0; i < 2; i++) expect((await unreact(ben, message.id)).status).toBe(204)
  await vi.waitFor(() => expect(tab.of('REACTION').map(({ emoji }) => emoji)).toEqual(['❤️', '❤️', null, null]), WAIT)
  expect(await reactionsSeenBy(ada, ben)).toEqual([undefined])
})

test('the removal of a missing reaction is stored, so that a late write cannot follow it', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  expect((await unreact(ben, message.id)).status).toBe(204)
  const side = ben.userId > ada.userId ? 'hi' : 'lo'
  expect(await models.Reaction.findById(message.id).lean()).toMatchObject({ [side]: { emoji: null, rev: 1 }, rev: 1 })
})

test.each([['🙂'], [''], ['❤'], ['❤️😂'], [1], [null], [{ $ne: 1 }], [undefined]])(
  'the reaction %j is rejected',
  async (emoji) => {
    const [ada, ben] = newMatch()
    const { body: message } = await sendMessage(ada, ben, 'hi')
    expect(await react(ben, message.id, emoji)).toMatchObject({
      status: 400,
      body: errors.invalidRequest({ message: 'Invalid reaction' }).body,
    })
    expect(await models.Reaction.countDocuments({ _id: message.id })).toBe(0)
  },
)

test.each(['0', '-1', '01', '1e3', 'x'])('the message id %j is rejected', async (id) => {
  const { call } = newUser()
  const input = { params: { id }, body: { emoji: '👍' } }
  expect((await call(contract.setReaction, input)).body).toEqual(
    errors.invalidRequest({ message: 'Invalid message ID' }).body,
  )
  expect((await call(contract.removeReaction, { params: { id } })).status).toBe(400)
})

test('SEC-22 only a member can react to a message, and an unknown id looks the same (10.chat.reactions.refused)', async () => {
  const [ada, ben] = newMatch()
  const mallory = newUser('Mallory')
  setPair(ada, mallory, { matchedAt: new Date().toISOString(), rev: 2 }) // of one of the two
  await sendMessage(ada, mallory, 'hi')
  const { body: message } = await sendMessage(ada, ben, 'private')
  for (const id of [message.id, message.id + 1_000_000]) {
    expect(await react(mallory, id, '👍')).toMatchObject(refused)
    expect(await unreact(mallory, id)).toMatchObject(refused)
  }
  await flushed(ada, ben)
  expect(await react(mallory, message.id, '👍')).toMatchObject(refused)
  expect(await models.Reaction.countDocuments({ _id: message.id })).toBe(0)
})

test('SEC-63 after a block no user can react, and no reaction is shown or pushed', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  await react(ben, message.id, '❤️')
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  for (const user of [ada, ben]) {
    expect(await react(user, message.id, '👍')).toMatchObject(refused)
    expect(await unreact(user, message.id)).toMatchObject(refused)
  }
  expect([adaTab, benTab].flatMap(({ of }) => of('REACTION'))).toEqual([])
  expect((await ben.call(contract.listConversations)).body).toEqual([])
})

test('SEC-67 after an unmatch no user can react, and a new match shows the earlier reactions', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  await react(ben, message.id, '❤️')
  setPair(ada, ben, { matchedAt: null, rev: 3 })
  await publishEvent(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
  await vi.waitFor(async () => expect(await react(ada, message.id, '👍')).toMatchObject(refused), WAIT)
  setPair(ada, ben, { matchedAt: new Date().toISOString(), rev: 4 })
  expect((await react(ada, message.id, '👍')).status).toBe(204)
  expect((await reactionsSeenBy(ben, ada))[0]).toHaveLength(2)
})

test('the preview names a newer reaction, until it is removed or a message follows (10.chat.reactions.preview)', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'Seven a.m. and cinnamon rolls?')
  const previewOf = async (user: TestUser) => (await user.call(contract.listConversations)).body[0]
  expect(await previewOf(ada)).not.toHaveProperty('lastReaction')
  await react(ben, message.id, '❤️')
  const lastReaction = { userId: ben.userId, emoji: '❤️', messageId: message.id, content: message.content }
  for (const user of [ada, ben])
    expect(await previewOf(user)).toMatchObject({ lastMessage: { id: message.id }, lastReaction })
  expect((await ada.call(contract.getUnread)).body).toEqual({ count: 0 })

  await unreact(ben, message.id)
  expect(await previewOf(ada)).not.toHaveProperty('lastReaction')
  await react(ben, message.id, '🔥')
  expect(await previewOf(ada)).toMatchObject({ lastReaction: { emoji: '🔥' } })
  await sendMessage(ben, ada, 'Yes')
  expect(await previewOf(ada)).not.toHaveProperty('lastReaction')
  await react(ada, message.id, '👍')
  expect(await previewOf(ben)).toMatchObject({ lastReaction: { userId: ada.userId, emoji: '👍' } })
})

test('INV-1 when messages are being flushed, their reactions are neither lost nor doubled', async () => {
  const [ada, ben] = newMatch()
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const [from, to] = i % 2 ? [ada, ben] : [ben, ada]
      const key = randomUUID()
      const { body: message } = await untilAccepted(() => sendMessage(from, to, `n${i}`, key))
      const flush = async () => {
        const stored = await models.Conversation.findById(conversationOf(ada, ben)).lean<Conversation>()
        if (stored) await flushPending(models, [stored])
      }
      const done = await Promise.all([
        untilAccepted(() => react(ada, message.id, '👍')),
        flush(),
        untilAccepted(() => react(onSecondInstance(ben), message.id, '😢')),
      ])
      expect([done[0].status, done[2].status]).toEqual([204, 204])
    }),
  )
  await flushed(ada, ben)
  const both = [
    { userId: Math.min(ada.userId, ben.userId), emoji: ada.userId < ben.userId ? '👍' : '😢' },
    { userId: Math.max(ada.userId, ben.userId), emoji: ada.userId < ben.userId ? '😢' : '👍' },
  ]
  expect(await reactionsSeenBy(ada, ben)).toEqual(Array(40).fill(both))
  expect(await reactionsSeenBy(ben, ada)).toEqual(Array(40).fill(both))
  expect(await models.Reaction.countDocuments({ conv: conversationOf(ada, ben) })).toBe(40)
})

/** Starts a process whose database commands the test can hold. */
async function startSlow() {
  const database = await heldDatabase(env.MONGO_URL)
  const slow = await startChat({ MONGO_URL: database.url })
  onTestFinished(() => slow.stop())
  return { database, slow }
}

const isTurn = (command: Buffer) => command.includes('findAndModify') && command.includes('setOnInsert')
const isWrite = (command: Buffer) => command.includes('findAndModify') && !isTurn(command)

test('INV-1 when an earlier write of the same member comes late, a confirmed reaction is stored', async () => {
  const [earlier, later] = [await startSlow(), await startSlow()]
  const [ada, ben] = newMatch()
  for (const before of ['👍', null]) {
    const { body: message } = await sendMessage(ada, ben, 'hi')
    if (before) await react(ben, message.id, before)
    const write = earlier.database.holdCommand(isWrite)
    const late = react(callOn(earlier.slow, ben), message.id, '😂')
    await write.arrived
    const turn = later.database.holdResponse(isTurn)
    const newer = react(callOn(later.slow, ben), message.id, '❤️')
    await turn.arrived
    write.release()
    await late
    turn.release()
    expect((await newer).status).toBe(204)
    expect((await reactionsSeenBy(ada, ben)).at(-1)).toEqual([{ userId: ben.userId, emoji: '❤️' }])
  }
})

test.each([
  ['its turn', isTurn, 503],
  ['its write', isWrite, 204], // as if it had been stored and replaced
])(
  'INV-6 when %s hangs until the client has given up, a reaction does not replace a later one',
  async (_what, isHeld, status) => {
    const { database, slow } = await startSlow()
    const [ada, ben] = newMatch()
    const { body: message } = await sendMessage(ada, ben, 'hi')
    await react(ben, message.id, '👍')
    const held = database.holdCommand(isHeld)
    const late = callOn(slow, ben).call(contract.setReaction, {
      params: { id: message.id },
      body: { emoji: '❤️' },
      headers: { [DEADLINE_HEADER]: deadlineHeader(performance.now() + GIVEN_UP_MS) },
    })
    await held.arrived
    const latest = performance.now() + GIVEN_UP_MS // the header says how much time is left, and the call took some
    await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(latest), WAIT)
    expect((await react(ben, message.id, '😂')).status).toBe(204)
    held.release()
    expect((await late).status).toBe(status)
    expect(await reactionsSeenBy(ada, ben)).toEqual([[{ userId: ben.userId, emoji: '😂' }]])
  },
)

test('INV-1 after 300 random reactions and removals on two processes all agree with the last', async () => {
  const [ada, ben] = newMatch()
  const tabs = [await connect(ada), await connect(ben, secondInstance.url)]
  const ids: number[] = []
  for (let i = 0; i < 6; i++) ids.push((await sendMessage(ada, ben, `n${i}`)).body.id)
  const wanted = new Map<string, ReactionEmoji | null>()

  /** Reacts again and again, on either process in turn. */
  async function reactOften(user: TestUser): Promise<void> {
    for (let i = 0; i < 150; i++) {
      const id = ids[randomInt(ids.length)] ?? 0
      const emoji = REACTIONS[randomInt(REACTIONS.length + 2)] ?? null
      const client = randomInt(2) ? user : onSecondInstance(user)
      const { status } = await (emoji ? react(client, id, emoji) : unreact(client, id))
      expect(status).toBe(204)
      wanted.set(`${id}:${user.userId}`, emoji)
    }
  }
  await Promise.all([reactOften(ada), reactOften(ben)])

  const wantedOf = (id: number) =>
    [ada, ben]
      .map(({ userId }) => ({ userId, emoji: wanted.get(`${id}:${userId}`) ?? null }))
      .filter(({ emoji }) => emoji !== null)
      .toSorted((a, b) => a.userId - b.userId)
  for (const [user, partner] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    expect((await listMessages(user, partner)).map(({ reactions = [] }) => reactions)).toEqual(ids.map(wantedOf))
  for (const tab of tabs) {
    await vi.waitFor(() => expect(tab.of('REACTION')).toHaveLength(300), WAIT)
    const newest = ids.map((id) =>
      tab
        .of('REACTION')
        .filter(({ messageId }) => messageId === id)
        .reduce((a, b) => (b.rev > a.rev ? b : a)),
    )
    expect(newest.map(({ reactions }) => reactions)).toEqual(ids.map(wantedOf)) // in any order
  }
})

test('when a user reacts fifty times at once, one reaction is stored and all requests succeed', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  const reactions = Array.from({ length: 50 }, (_, i) => {
    const client = i % 2 ? ben : onSecondInstance(ben)
    return react(client, message.id, REACTIONS[i % REACTIONS.length])
  })
  expect((await Promise.all(reactions)).map(({ status }) => status)).toEqual(Array(50).fill(204))
  const [seen] = await reactionsSeenBy(ada, ben)
  expect(seen).toHaveLength(1)
  expect([seen]).toEqual(await reactionsSeenBy(ben, ada))
})
