import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Conversation, Message, TextMessage } from '@zing/proto/messages'
import type { Notification } from '@zing/proto/notifications'
import { expect, test, vi } from 'vitest'
import { CallError } from '../member.ts'
import type { Actions } from './actions.ts'
import { createBot } from './bot.ts'
import { INTRODUCTION } from './topics.ts'

const [ME, YOU, OTHER] = [61, 7, 62]
const AT = '2026-11-21T12:00:00Z'

/** Creates a bot with one conversation and pauses that the test ends. */
function setupBot({
  index = 0,
  likes = [] as Notification[],
  conversations = [] as Conversation[],
  newcomers = [] as number[],
  errorStatus = 0,
} = {}) {
  const done: unknown[] = []
  const pauses: { ms: number; end: () => void }[] = []
  const history: Message[] = []
  const errors: unknown[] = []
  function add(senderId: number, content: string, more: Partial<TextMessage> = {}): Message {
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
    newcomers: async () => newcomers.map((id) => ({ id })),
    async like(id) {
      if (errorStatus) throw new CallError(errorStatus, 'rejected')
      done.push(['like', id])
    },
    dismiss: async (id) => void done.push(['dismiss', id]),
    async sendMessage(_id, line) {
      if (errorStatus) throw new CallError(errorStatus, 'rejected')
      done.push(['send', line.content])
      add(ME, line.content, line)
    },
    send: (frame: ClientFrame) => void done.push(frame),
  }
  const subject = createBot({
    id: ME,
    index,
    otherBots: new Set([OTHER]),
    actions,
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
    onError: (error) => void errors.push(error),
  })
  return {
    done,
    errors,
    pauses,
    add,
    receiveFrame: (frame: ServerFrame) => subject.onFrame(frame),
    receiveMessage(content: string): void {
      subject.onFrame({ type: 'NEW_MESSAGE', message: add(YOU, content) })
    },
    /** Waits for the next pause, ends it, and returns its length. */
    async endPause(): Promise<number> {
      await vi.waitFor(() => expect(pauses).not.toEqual([]))
      const pause = pauses.shift()
      pause?.end()
      return pause?.ms ?? Number.NaN
    },
    /** Lets pending promises run. */
    async idle(): Promise<void> {
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const liked = (userId: number, readAt: string | null = null): Extract<Notification, { type: 'LIKE' }> => ({
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
const sent = (content: unknown) => ['send', content]

test('a bot likes a user back once, after 2 to 6 seconds', async () => {
  const bot = setupBot()
  bot.receiveFrame({ type: 'NOTIFICATION', notification: liked(YOU) })
  bot.receiveFrame({ type: 'NOTIFICATION', notification: liked(YOU) })
  const waited = await bot.endPause()
  await bot.idle()

  expect(waited).toBeGreaterThanOrEqual(2_000)
  expect(waited).toBeLessThanOrEqual(6_000)
  expect(bot.done).toEqual([
    ['like', YOU],
    ['dismiss', 900 + YOU],
  ])
  expect(bot.pauses).toEqual([])
})

test('at each heartbeat the first bots, and no others, like the newcomers whom they see', async () => {
  for (const [index, expected] of [
    [0, [['like', YOU]]],
    [2, []],
  ] as const) {
    const bot = setupBot({ index, newcomers: [YOU, OTHER] })
    bot.receiveFrame({ type: 'HEARTBEAT' })
    await bot.idle()
    expect(bot.done).toEqual(expected)
  }
})

test('a bot opens a match with a message after a typing indicator', async () => {
  const bot = setupBot()
  bot.receiveFrame(match)
  await bot.endPause()
  const typed = await bot.endPause()
  await bot.idle()

  expect(typed).toBeGreaterThanOrEqual(1_500)
  expect(typed).toBeLessThanOrEqual(3_000)
  expect(bot.done).toEqual([typing(true), sent(expect.stringContaining(INTRODUCTION)), typing(false)])
})

test('a bot confirms a message at once, then reads it, then replies', async () => {
  const bot = setupBot()
  bot.receiveMessage('hi')
  expect(bot.done).toEqual([{ type: 'MESSAGE_RECEIVED', partnerId: YOU, seq: 1 }])

  const waited = await bot.endPause()
  expect(waited).toBeGreaterThanOrEqual(1_000)
  expect(waited).toBeLessThanOrEqual(3_000)
  await bot.idle()
  expect(bot.done.slice(1)).toEqual([{ type: 'MARK_READ', senderId: YOU }, typing(true)])

  await bot.endPause()
  await bot.idle()
  expect(bot.done.slice(3)).toEqual([sent(expect.any(String)), typing(false)])
})

test('several messages in a row get one reply, and a message during typing gets another', async () => {
  const bot = setupBot()
  bot.receiveMessage('hi')
  bot.receiveMessage('how are you?')
  await bot.endPause() // read
  await bot.idle()
  bot.receiveMessage('and thanks')
  await bot.endPause() // typed
  await bot.endPause() // read
  await bot.endPause() // typed
  await bot.idle()

  expect(bot.done.filter(Array.isArray)).toHaveLength(2)
  expect(bot.pauses).toEqual([])
})

test.each<ServerFrame>([{ type: 'CONNECTED', userId: ME }, { type: 'PUSH_RESTORED' }])(
  'after $type a bot catches up on unread likes and unanswered conversations',
  async (frame) => {
    const talk = (partnerId: number, lastMessage: Message | null, unread: number) => ({
      partnerId,
      lastMessage,
      unread,
    })
    const bot = setupBot({
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
    bot.receiveFrame(frame)
    await vi.waitFor(() => expect(bot.pauses).toHaveLength(2))
    for (let pause = 0; pause < 3; pause++) await bot.endPause()
    await bot.idle()

    expect(bot.done).toEqual(expect.arrayContaining([['like', YOU], sent(expect.stringContaining(INTRODUCTION))]))
    expect(bot.done.filter(Array.isArray)).toHaveLength(3) // the third is the dismissal
  },
)

test('bots neither like each other nor reply to each other', async () => {
  const bot = setupBot({ conversations: [{ partnerId: OTHER, lastMessage: null, unread: 0 }] })
  bot.receiveFrame({ type: 'CONNECTED', userId: ME })
  bot.receiveFrame({ type: 'NOTIFICATION', notification: liked(OTHER) })
  bot.receiveFrame({ type: 'NEW_MATCH', match: { ...match.match, id: OTHER } })
  await bot.idle()
  expect(bot.pauses).toEqual([])
})

test.each([403, 404])(
  'a %i response is expected after a block or an unmatch, and is not reported',
  async (errorStatus) => {
    const bot = setupBot({ errorStatus })
    bot.receiveMessage('hi')
    await bot.endPause()
    await bot.endPause()
    await bot.idle()
    expect(bot.done.at(-1)).toEqual(typing(false))
    expect(bot.errors).toEqual([])
  },
)

test('any other error is reported and does not stop later work', async () => {
  const bot = setupBot({ errorStatus: 503 })
  bot.receiveMessage('hi')
  await bot.endPause()
  await bot.endPause()
  await bot.idle()
  expect(bot.errors).toEqual([new CallError(503, 'rejected')])

  bot.receiveFrame({ type: 'CONNECTED', userId: ME })
  bot.receiveMessage('hello?')
  expect(await bot.endPause()).toBeGreaterThan(0)
})
