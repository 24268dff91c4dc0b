import { pushSubject } from '@zing/proto/nats/broadcasts'
import { WAIT } from '@zing/testing/wait'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setupChat, type TestUser } from './setup-chat.ts'

const { nats, chat, secondInstance, startChat, newMatch, onSecondInstance, connect, sendMessage, listMessages } =
  await setupChat()

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

/** Waits until neither process publishes pushes for users who have no socket elsewhere. */
async function untilPresenceIsKnown(...processes: ((ada: TestUser) => Pick<TestUser, 'call'>)[]): Promise<void> {
  const [ada, ben] = newMatch()
  await vi.waitFor(async () => {
    for (const process of processes) expect(await publishedBy(() => sendMessage(process(ada), ben, 'hi'))).toEqual([])
  }, WAIT)
}

/** The subjects of the pushes that `work` has caused and that have arrived here so far. */
async function publishedBy(work: () => Promise<{ status: number }>): Promise<string[]> {
  const before = published.length
  expect((await work()).status).toBe(201)
  await (await nats.connection).flush()
  return published.slice(before)
}

/** Waits for the pushes that `work` causes: the broker may deliver them after the response has come. */
async function untilPublishedBy(work: () => Promise<{ status: number }>, subjects: string[]): Promise<void> {
  const before = published.length
  await publishedBy(work)
  await vi.waitFor(() => expect(published.slice(before)).toEqual(subjects), WAIT)
}

/** Waits until the others know the users who are connected to a process now: it broadcasts them in their order. */
async function untilUsersAreKnown(url: string): Promise<void> {
  const [ada, ben] = newMatch()
  await connect(ben, url)
  const send = () => sendMessage(ada, ben, 'hi')
  await vi.waitFor(async () => expect(await publishedBy(send)).toEqual([pushSubject(ben.userId)]), WAIT)
}

test('a push is published only for a user who has a socket at another process', async () => {
  await untilPresenceIsKnown((ada) => ada, onSecondInstance)
  const [ada, ben] = newMatch()
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  expect(await publishedBy(() => sendMessage(ada, ben, 'on one process'))).toEqual([])
  await vi.waitFor(
    () => expect([adaTab.of('MESSAGE_SENT').length, benTab.of('NEW_MESSAGE').length]).toEqual([1, 1]),
    WAIT,
  )

  const benOnSecond = await connect(ben, secondInstance.url)
  await untilUsersAreKnown(secondInstance.url)
  await untilPublishedBy(() => sendMessage(ada, ben, 'on two'), [pushSubject(ben.userId)])
  await vi.waitFor(() => expect(benOnSecond.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  await untilPublishedBy(
    () => sendMessage(onSecondInstance(ada), ben, 'from the other'),
    [ben, ada].map(({ userId }) => pushSubject(userId)),
  )
  await vi.waitFor(
    () => expect([adaTab.of('MESSAGE_SENT').length, benTab.of('NEW_MESSAGE').length]).toEqual([3, 3]),
    WAIT,
  )

  benOnSecond.ws.close()
  await vi.waitFor(async () => expect(await publishedBy(() => sendMessage(ada, ben, 'gone'))).toEqual([]), WAIT)
  expect(benTab.of('PUSH_RESTORED')).toEqual([])
})

test('INV-9 a user who reconnects again and again, on changing processes, fetches or receives each message', {
  timeout: 60_000,
}, async () => {
  await untilPresenceIsKnown((ada) => ada, onSecondInstance)
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

test('a process that starts gets the pushes of the others, and no client refetches because of it', async () => {
  await untilPresenceIsKnown((ada) => ada, onSecondInstance)
  const [ada, ben] = newMatch()
  const adaTab = await connect(ada)
  const third = await startChat()
  afterAll(() => third.stop())
  const benTab = await connect(ben, third.url)
  await untilUsersAreKnown(third.url)
  await untilPublishedBy(() => sendMessage(ada, ben, 'to the new one'), [pushSubject(ben.userId)])
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  expect([adaTab, benTab].flatMap(({ of }) => of('PUSH_RESTORED'))).toEqual([])
})
