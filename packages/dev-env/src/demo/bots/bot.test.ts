import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Conversation, Message } from '@zing/proto/messages'
import type { Notification } from '@zing/proto/users'
import { expect, test, vi } from 'vitest'
import { CallError } from '../member.ts'
import type { Actions } from './actions.ts'
import { createBot } from './bot.ts'
import { INTRODUCTION } from './topics.ts'

const [ME, YOU, OTHER] = [61, 7, 62]
const AT = '2026-11-21T12:00:00Z'

/** A bot in a world of one conversation, whose pauses end when the test says so. */
function underTest({ likes = [] as Notification[], conversations = [] as Conversation[], refusal = 0 } = {}) {
  const done: unknown[] = []
  const pauses: { ms: number; end: () => void }[] = []
  const history: Message[] = []
  const troubles: unknown[] = []
  function add(senderId: number, content: string, more: Partial<Message> = {}): Message {
    const receiverId = senderId === ME ? YOU : ME
    const id = history.length + 1
    const message: Message = {
      kind: 'text',
      id,
      seq: id,
      senderId,
      receiverId,
      content,
      createdAt: AT,
      read: false,
      status: 'sent',
    }
    history.push({ ...message, ...more })
    return message
  }
  const actions: Actions = {
    notifications: async () => likes,
    conversations: async () => conversations,
    history: async () => [...history],
    async likeBack(id) {
      if (refusal) throw new CallError(refusal, 'refused')
      done.push(['like', id])
    },
    dismiss: async (id) => void done.push(['dismiss', id]),
    async say(_id, line) {
      if (refusal) throw new CallError(refusal, 'refused')
      done.push(['say', line.content])
      add(ME, line.content, line)
    },
    send: (frame: ClientFrame) => void done.push(frame),
  }
  const bot = createBot({
    id: ME,
    place: 0,
    others: new Set([OTHER]),
    actions,
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
    onTrouble: (error) => void troubles.push(error),
  })
  return {
    done,
    troubles,
    pauses,
    add,
    hear: (frame: ServerFrame) => bot.onFrame(frame),
    write(content: string): void {
      bot.onFrame({ type: 'NEW_MESSAGE', message: add(YOU, content) })
    },
    /** Ends the next pause, once it has begun; returns how long it was. */
    async pass(): Promise<number> {
      await vi.waitFor(() => expect(pauses).not.toEqual([]))
      const pause = pauses.shift()
      pause?.end()
      return pause?.ms ?? Number.NaN
    },
    /** Nothing is under way any more. */
    async settle(): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const liked = (userId: number, readAt: string | null = null): Notification => ({
  id: 900 + userId,
  type: 'LIKE',
  payload: { userId, name: 'You', selfie: null },
  createdAt: AT,
  readAt,
})
const match: ServerFrame = {
  type: 'NEW_MATCH',
  match: { id: YOU, name: 'You', selfie: null, matchedAt: AT },
}
const typing = (isTyping: boolean) => ({ type: 'TYPING_INDICATOR', recipientId: YOU, isTyping })
const say = (content: unknown) => ['say', content]

test('a like is answered by a like after 2 to 6 seconds, once', async () => {
  const world = underTest()
  world.hear({ type: 'NOTIFICATION', notification: liked(YOU) })
  world.hear({ type: 'NOTIFICATION', notification: liked(YOU) })
  const waited = await world.pass()
  await world.settle()

  expect(waited).toBeGreaterThanOrEqual(2_000)
  expect(waited).toBeLessThanOrEqual(6_000)
  expect(world.done).toEqual([
    ['like', YOU],
    ['dismiss', 900 + YOU],
  ])
  expect(world.pauses).toEqual([])
})

test('a match is opened with a line that is typed for a while', async () => {
  const world = underTest()
  world.hear(match)
  await world.pass()
  const typed = await world.pass()
  await world.settle()

  expect(typed).toBeGreaterThanOrEqual(1_500)
  expect(typed).toBeLessThanOrEqual(3_000)
  expect(world.done).toEqual([typing(true), say(expect.stringContaining(INTRODUCTION)), typing(false)])
})

test('a message is received at once, then read, then answered', async () => {
  const world = underTest()
  world.write('hi')
  expect(world.done).toEqual([{ type: 'MESSAGE_RECEIVED', partnerId: YOU, seq: 1 }])

  const waited = await world.pass()
  expect(waited).toBeGreaterThanOrEqual(1_000)
  expect(waited).toBeLessThanOrEqual(3_000)
  await world.settle()
  expect(world.done.slice(1)).toEqual([{ type: 'MARK_READ', senderId: YOU }, typing(true)])

  await world.pass()
  await world.settle()
  expect(world.done.slice(3)).toEqual([say(expect.any(String)), typing(false)])
})

test('messages in a row get one answer; one that comes while it is typed gets the next', async () => {
  const world = underTest()
  world.write('hi')
  world.write('how are you?')
  await world.pass() // read
  await world.settle()
  world.write('and thanks')
  await world.pass() // typed
  await world.pass() // read
  await world.pass() // typed
  await world.settle()

  expect(world.done.filter(Array.isArray)).toHaveLength(2)
  expect(world.pauses).toEqual([])
})

test.each<ServerFrame>([{ type: 'CONNECTED', userId: ME }, { type: 'PUSH_RESTORED' }])(
  '$type: it catches up with unread likes and with conversations that wait for words',
  async (frame) => {
    const talk = (partnerId: number, lastMessage: Message | null, unread: number) => ({
      partnerId,
      lastMessage,
      unread,
    })
    const world = underTest({
      likes: [liked(YOU), liked(8, AT), { ...liked(9), type: 'MATCH' }],
      conversations: [
        talk(YOU, null, 0),
        talk(
          10,
          {
            kind: 'text',
            id: 1,
            seq: 1,
            senderId: ME,
            receiverId: 10,
            content: 'x',
            createdAt: AT,
            read: false,
            status: 'sent',
          },
          0,
        ),
      ],
    })
    world.hear(frame)
    await vi.waitFor(() => expect(world.pauses).toHaveLength(2))
    for (let pause = 0; pause < 3; pause++) await world.pass()
    await world.settle()

    expect(world.done).toEqual(expect.arrayContaining([['like', YOU], say(expect.stringContaining(INTRODUCTION))]))
    expect(world.done.filter(Array.isArray)).toHaveLength(3) // and the dismissal
  },
)

test('bots neither like nor answer each other', async () => {
  const world = underTest({ conversations: [{ partnerId: OTHER, lastMessage: null, unread: 0 }] })
  world.hear({ type: 'CONNECTED', userId: ME })
  world.hear({ type: 'NOTIFICATION', notification: liked(OTHER) })
  world.hear({ type: 'NEW_MATCH', match: { ...match.match, id: OTHER } })
  await world.settle()
  expect(world.pauses).toEqual([])
})

test.each([403, 404])('a refusal (%i) is to be expected: somebody blocked or unmatched', async (refusal) => {
  const world = underTest({ refusal })
  world.write('hi')
  await world.pass()
  await world.pass()
  await world.settle()
  expect(world.done.at(-1)).toEqual(typing(false))
  expect(world.troubles).toEqual([])
})

test('any other failure is trouble, and does not stop what comes later', async () => {
  const world = underTest({ refusal: 503 })
  world.write('hi')
  await world.pass()
  await world.pass()
  await world.settle()
  expect(world.troubles).toEqual([new CallError(503, 'refused')])

  world.hear({ type: 'CONNECTED', userId: ME })
  world.write('hello?')
  expect(await world.pass()).toBeGreaterThan(0)
})
