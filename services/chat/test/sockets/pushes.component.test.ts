import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { pushSubject } from '@zing/proto/nats/broadcasts'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import type { TestUser } from '../test-users.ts'

const {
  nats,
  chat,
  secondInstance,
  startChat,
  newMatch,
  onSecondInstance,
  callOn,
  connect,
  sendMessage,
  listMessages,
} = await setupChat()

/** Subjects of the pushes that a process has published. */
const published: string[] = []
beforeAll(async () => {
  const nc = await nats.connection
  nc.subscribe('push.*', { callback: (_err, { subject }) => void published.push(subject) })
  await nc.flush()
})
beforeEach(() => {
  published.length = 0
})

/** Returns the subjects of the pushes that `work` has caused and that have arrived so far. */
async function publishedBy(work: () => Promise<{ status: number }>): Promise<string[]> {
  const before = published.length
  expect((await work()).status).toBe(201)
  await (await nats.connection).flush()
  return published.slice(before)
}

/** Waits for the pushes that `work` causes, which the broker may deliver after the response. */
async function untilPublishedBy(work: () => Promise<{ status: number }>, users: TestUser[]): Promise<void> {
  const before = published.length
  await publishedBy(work)
  const subjects = users.map(({ userId }) => pushSubject(userId))
  await vi.waitFor(() => expect(published.slice(before)).toEqual(subjects), WAIT)
}

test('while there are several processes, pushes are published and reach the sockets of each', async () => {
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const benOnSecond = await connect(ben, secondInstance.url)
  await untilPublishedBy(() => sendMessage(ada, ben, 'from one'), [ben, ada])
  await untilPublishedBy(() => sendMessage(onSecondInstance(ada), ben, 'from the other'), [ben, ada])
  for (const tab of [benTab, benOnSecond]) await vi.waitFor(() => expect(tab.of('NEW_MESSAGE')).toHaveLength(2), WAIT)
  await vi.waitFor(() => expect(adaTab.of('MESSAGE_SENT')).toHaveLength(2), WAIT)
})

test('when a process is alone, it publishes no push until another starts; no client refetches', async () => {
  const natsServer = await startNats()
  const listener = connectNats(natsServer.url, 'chat-test', createLog('chat-test', 'silent'))
  const subjects: string[] = []
  ;(await listener.connection).subscribe('push.*', { callback: (_err, { subject }) => void subjects.push(subject) })
  onTestFinished(() => listener.drain())
  const first = await startChat({ NATS_URL: natsServer.url })
  onTestFinished(() => first.stop())
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi') // the others can ask social
  const adaTab = await connect(ada, first.url)
  await vi.waitFor(async () => {
    subjects.length = 0
    expect((await sendMessage(callOn(first, ada), ben, 'alone')).status).toBe(201)
    await (await listener.connection).flush()
    expect(subjects).toEqual([])
  }, WAIT)

  const second = await startChat({ NATS_URL: natsServer.url })
  onTestFinished(() => second.stop())
  const benTab = await connect(ben, second.url)
  await sendMessage(callOn(first, ada), ben, 'to the new one')
  await vi.waitFor(
    () => expect(benTab.of('NEW_MESSAGE')).toMatchObject([{ message: { content: 'to the new one' } }]),
    WAIT,
  )
  expect([adaTab, benTab].flatMap(({ of }) => of('PUSH_RESTORED'))).toEqual([])
})

test('INV-9 when a user reconnects on changing processes, each message is fetched or received', async () => {
  const [ada, ben] = newMatch()
  let isDone = false
  const sending = (async () => {
    for (let i = 1; !isDone; i++) await sendMessage(i % 2 ? ada : onSecondInstance(ada), ben, `n${i}`)
  })()
  for (let i = 0; i < 15; i++) {
    const tab = await connect(ben, (i % 2 ? chat : secondInstance).url)
    const fetched = (await listMessages(ben, ada)).map(({ seq }) => seq)
    const received = () => tab.of('NEW_MESSAGE').map(({ message }) => message.seq)
    const last = (fetched.at(-1) ?? 0) + 4
    await vi.waitFor(() => expect(Math.max(...received())).toBeGreaterThan(last), WAIT)
    await vi.waitFor(() => {
      const known = new Set([...fetched, ...received()])
      const missing = Array.from({ length: 5 }, (_, at) => last - at).filter((seq) => seq > 0 && !known.has(seq))
      if (missing.length > 0) expect(tab.of('PUSH_RESTORED').length).toBeGreaterThan(0)
    }, WAIT)
    tab.ws.close()
  }
  isDone = true
  await sending
})
