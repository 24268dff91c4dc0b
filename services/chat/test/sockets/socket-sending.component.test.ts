import { randomUUID } from 'node:crypto'
import { publishTo } from '@zing/kit/nats/broadcast'
import { createLog } from '@zing/kit/observability/logger'
import { createRateLimits } from '@zing/kit/rate-limits'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { FRAMES_BURST, WRITES_PER_MINUTE } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const database = await heldDatabase(testDatabase())
const {
  env,
  nats,
  db,
  chat,
  secondInstance,
  startChat,
  newUser,
  newMatch,
  onSecondInstance,
  openSocket,
  connect,
  sendMessage,
  listMessages,
} = await setupChat({ MONGO_URL: database.url })
type Tab = Awaited<ReturnType<typeof connect>>

function send(tab: Tab, to: TestUser, content: unknown, clientMessageId: string = randomUUID()): string {
  tab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: to.userId, content })
  return clientMessageId
}

function sentOf(tab: Tab, clientMessageId: string) {
  return tab.of('MESSAGE_SENT').filter(({ message }) => message.clientMessageId === clientMessageId)
}

async function errorOf(tab: Tab, clientMessageId: string, timeout = WAIT.timeout) {
  return vi.waitFor(
    () => {
      const error = tab.of('ERROR').find((frame) => frame.clientMessageId === clientMessageId)
      if (!error) throw new Error('no ERROR yet')
      return error
    },
    { ...WAIT, timeout },
  )
}

async function seqOf(a: TestUser, b: TestUser): Promise<number> {
  const stored = await db
    .collection<{ _id: string; seq: number }>('conversations')
    .findOne({ _id: conversationOf(a, b) })
  return stored?.seq ?? 0
}

test('a message over a socket is handled like a posted one, with one MESSAGE_SENT a tab', async () => {
  const [ada, ben] = newMatch()
  const [tab, otherTab, remoteTab] = [await connect(ada), await connect(ada), await connect(ada, secondInstance.url)]
  const [benTab, benOnSecond] = [await connect(ben), await connect(ben, secondInstance.url)]
  const id = send(tab, ben, 'hello')
  const adaTabs = [tab, otherTab, remoteTab]
  await vi.waitFor(() => {
    expect(adaTabs.map((one) => sentOf(one, id).length)).toEqual([1, 1, 1])
    expect([benTab, benOnSecond].map(({ of }) => of('NEW_MESSAGE').length)).toEqual([1, 1])
  }, WAIT)

  const message = sentOf(tab, id)[0]?.message
  expect(message).toMatchObject({
    seq: 1,
    senderId: ada.userId,
    receiverId: ben.userId,
    content: 'hello',
    status: 'sent',
  })
  expect((await sendMessage(ada, ben, 'other words', id)).body).toEqual(message) // POST returns the same message
  const { clientMessageId: _own, ...forBen } = message ?? {}
  expect(benTab.of('NEW_MESSAGE')[0]).toEqual({ type: 'NEW_MESSAGE', message: forBen })
  expect(await listMessages(ben, ada)).toEqual([forBen])

  const next = send(tab, ben, 'next') // a frame after all frames of the first message
  await vi.waitFor(() => expect(sentOf(tab, next)).toHaveLength(1), WAIT)
  expect(tab.of('MESSAGE_SENT').map(({ message }) => message.content)).toEqual(['hello', 'hello', 'next']) // POST has pushed one
  expect(tab.of('ERROR')).toEqual([])
})

test('INV-2 when one key comes over sockets and by POST at once, all get the one stored message', async () => {
  const [ada, ben] = newMatch()
  const tabs = [await connect(ada), await connect(ada, secondInstance.url)]
  const id = randomUUID()
  for (const tab of tabs) for (let i = 0; i < 5; i++) send(tab, ben, 'once', id)
  const posted = await Promise.all(
    [ada, onSecondInstance(ada)].flatMap((user) => [1, 2, 3].map(() => sendMessage(user, ben, 'once', id))),
  )
  expect(posted.map(({ status }) => status)).toEqual(Array(6).fill(201))
  await vi.waitFor(() => {
    for (const tab of tabs) expect(sentOf(tab, id).length).toBeGreaterThanOrEqual(5)
  }, WAIT)
  const ids = new Set([
    ...tabs.flatMap((tab) => sentOf(tab, id).map(({ message }) => message.id)),
    ...posted.map(({ body }) => body.id),
  ])
  expect(ids.size).toBe(1)
  expect(await seqOf(ada, ben)).toBe(1)
})

test.each([
  [{ content: '' }, 'Message cannot be empty'],
  [{ content: 'x'.repeat(2_001) }, 'Message too long'],
  [{ content: 'a<b' }, 'Message contains invalid characters'],
  [{ content: 5 }, 'Message cannot be empty'],
  [{ receiverId: 0 }, 'Invalid receiver ID'],
])(
  'a message with %j gets the error response of its POST and its own id, and the socket stays',
  async (wrong, text) => {
    const [ada, ben] = newMatch()
    const tab = await connect(ada)
    const clientMessageId = randomUUID()
    const draft = { clientMessageId, receiverId: ben.userId, content: 'Hi', ...wrong }
    for (let i = 0; i < 6; i++) tab.send({ type: 'SEND_MESSAGE', ...draft })
    const posted = await ada.call(contract.sendMessage, { body: draft as never }) // invalid on purpose
    expect(posted).toMatchObject({ status: 400, body: { message: text } })
    await vi.waitFor(() => expect(tab.of('ERROR')).toHaveLength(6), WAIT)
    const rejected = {
      code: 'SEND_MESSAGE_FAILED',
      message: text,
      clientMessageId,
      status: 400,
      reason: 'INVALID_REQUEST',
    }
    expect(tab.of('ERROR')).toEqual(Array(6).fill({ type: 'ERROR', ...rejected }))
    expect([tab.code(), await seqOf(ada, ben)]).toEqual([null, 0])
  },
)

test('SEC-23 SEC-27 SEC-63 a message to oneself, to a stranger or across a block is rejected', async () => {
  const [ada, ben] = newMatch()
  const [tab, benTab] = [await connect(ada), await connect(ben)]
  const toSelf = send(tab, ada, 'hi')
  expect(await errorOf(tab, toSelf)).toMatchObject({ status: 400, message: errors.ownMessage.message })
  const toStranger = send(tab, newUser(), 'hi')
  expect(await errorOf(tab, toStranger)).toMatchObject({ status: 403, message: errors.mayNotMessage.message })

  await sendMessage(ada, ben, 'before')
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  const [blocked, blocking] = [send(tab, ben, 'after'), send(benTab, ada, 'after')]
  expect(await errorOf(tab, blocked)).toMatchObject({ status: 403, message: errors.mayNotMessage.message })
  expect(await errorOf(benTab, blocking)).toMatchObject({ status: 403, message: errors.mayNotMessage.message })
  expect(await seqOf(ada, ben)).toBe(1)
})

test('SEC-62 a message before AUTH is rejected', async () => {
  const [ada, ben] = newMatch()
  const tab = await openSocket(ada)
  const id = send(tab, ben, 'hi')
  expect(await errorOf(tab, id)).toMatchObject({ status: 401, message: errors.notSignedIn.message })
  expect(await seqOf(ada, ben)).toBe(0)
})

test('a socket’s messages to one user keep their order, and do not wait for other conversations', async () => {
  const [ada, ben] = newMatch()
  const cleo = newUser()
  await sendMessage(ada, ben, 'first')
  const tab = await connect(ada)
  const slow = randomUUID()
  const held = database.holdResponse((command) => command.includes(slow))
  send(tab, ben, 'slow', slow)
  await held.arrived
  const after = send(tab, ben, 'after')
  const elsewhere = send(tab, cleo, 'hi')
  expect(await errorOf(tab, elsewhere)).toMatchObject({ status: 403 })
  expect(await seqOf(ada, ben)).toBe(1)
  held.release()
  await vi.waitFor(() => expect(sentOf(tab, after)).toHaveLength(1), WAIT)
  expect((await listMessages(ada, ben)).map(({ content }) => content)).toEqual(['first', 'slow', 'after'])
})

test('INV-6 a message past its deadline gets a 503 and is not stored', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const tab = await connect(ada)
  const late = randomUUID()
  const held = database.holdResponse((command) => command.includes(late))
  send(tab, ben, 'late', late)
  await held.arrived
  expect(await errorOf(tab, late)).toMatchObject({
    status: 503,
    message: errors.unavailable.message,
    retryAfterSeconds: 1,
  })
  held.release()
  const next = send(tab, ben, 'next') // starts when the late message has ended
  await vi.waitFor(() => expect(sentOf(tab, next)).toHaveLength(1), WAIT)
  expect((await listMessages(ada, ben)).map(({ content }) => content)).toEqual(['first', 'next'])
})

test('SEC-12 when a session is revoked while its message is on the way, nothing is sent', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const tab = await connect(ada)
  const late = randomUUID()
  const held = database.holdResponse((command) => command.includes(late))
  send(tab, ben, 'late', late)
  await held.arrived
  send(tab, ben, 'queued')
  publishTo(nats, sessionsRevoked.subject, { sids: [ada.sid] })
  await vi.waitFor(() => expect(tab.code()).toBe(1000), WAIT)
  held.release()
  await vi.waitFor(
    async () => expect((await sendMessage({ ...ada, ...onSecondInstance(ada) }, ben, 'other login')).status).toBe(201),
    WAIT,
  )
  expect((await listMessages(ben, ada)).map(({ content }) => content)).toEqual(['first', 'other login'])
})

test('SEC-82 messages over sockets share the limit of writes with posted ones', async () => {
  const redisUrl = new URL(env.REDIS_URL)
  redisUrl.pathname = '/7' // the test's own buckets
  const limited = await startChat({ RATE_PROFILE: 'strict', REDIS_URL: redisUrl.href })
  const gateway = createRateLimits({
    profile: 'strict',
    redis: { REDIS_URL: redisUrl.href, REDIS_MASTER: '' },
    log: createLog('gateway', 'silent'),
    logSecurity: () => {},
  })
  onTestFinished(async () => {
    gateway.stop()
    await limited.stop()
  })
  const [ada, ben] = newMatch()
  const tab = await connect(ada, limited.url)
  const client = { address: '127.0.0.1', userId: ada.userId }
  const points = Array.from({ length: WRITES_PER_MINUTE.strict })
  const error = await vi.waitFor(async () => {
    await Promise.allSettled(points.map(() => gateway.consume(contract.sendMessage, client)))
    return errorOf(tab, send(tab, ben, 'too many'), 1_000) // there is no error before both are connected to Redis
  }, WAIT)
  expect(error).toMatchObject({ status: 429, message: errors.tooManyRequests.message })
  expect(error.retryAfterSeconds).toBeGreaterThan(0)
  expect(tab.code()).toBeNull()
})

test('SEC-82 a flood of messages closes the socket', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const tab = await connect(ada)
  for (let i = 0; i < FRAMES_BURST + 20; i++) send(tab, ben, `n${i}`)
  await vi.waitFor(() => expect(tab.code()).toBe(1013), WAIT)
})

test('a process that shuts down waits for messages on their way', async () => {
  const third = await startChat()
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'first')
  const tab = await connect(ada, third.url)
  const id = randomUUID()
  const held = database.holdResponse((command) => command.includes(id))
  send(tab, ben, 'late', id)
  await held.arrived
  const stopped = third.stop()
  await vi.waitFor(() => expect(tab.code()).toBe(1012), WAIT)
  held.release()
  await stopped
  expect((await sendMessage(ada, ben, 'late', id)).body.seq).toBe(2) // the client sends it again, to another process
  expect((await fetch(`${chat.url}/readyz`)).status).toBe(200)
})
