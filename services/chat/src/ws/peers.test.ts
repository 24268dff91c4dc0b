import type { Nats } from '@zing/kit/nats/connection'
import { decode } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPeers } from './peers.ts'

type Connection = Awaited<Nats['connection']>
type Callback = (err: Error | null, message: { data: Uint8Array }) => void
type ChatProcess = Awaited<ReturnType<typeof startProcess>>

const RESPONSES_MS = 2_000
const BEAT_MS = 10_000

/** Each process with what it receives; `inbox` holds messages while the process or its connection is slow. */
let started: {
  name: string
  receive: Callback
  inbox: Uint8Array[] | null
  isConnected: boolean
  isUnsubscribed: boolean
}[]

beforeEach(() => {
  vi.useFakeTimers()
  started = []
})
afterEach(() => {
  vi.useRealTimers()
})

function publish(from: string, data: Uint8Array): void {
  for (const one of started) {
    if (one.name === from || !one.isConnected || one.isUnsubscribed) continue
    if (one.inbox) one.inbox.push(data)
    else one.receive(null, { data })
  }
}

async function startProcess(name: string, { isConnectedBefore = false } = {}) {
  const users = new Set<number>()
  const late: number[] = []
  let losses = 0
  let isUp = isConnectedBefore
  let listener: (isUp: boolean) => void = () => {}
  const bus = {
    name,
    receive: (() => {}) as Callback,
    inbox: null,
    isConnected: true,
    isUnsubscribed: false,
  } as (typeof started)[number]
  const nc = {
    flush: async () => {},
    publish: (_subject: string, data: Uint8Array) => bus.isConnected && publish(name, data),
    subscribe: (_subject: string, options: { callback: Callback }) => {
      bus.receive = options.callback
      started.push(bus)
    },
  } as unknown as Connection // only what is used
  const nats: Nats = {
    log: createLog('chat-test', 'silent'),
    connection: Promise.resolve(nc),
    up: () => (isUp ? nc : null),
    onChange: (added) => {
      listener = added
    },
    drain: async () => {},
  }
  const peers = createPeers({
    process: name,
    nats,
    users: () => [...users],
    onlineUsers: () => [],
    onChange: () => {},
    onLate: (userId) => void late.push(userId),
    onLost: () => {
      losses += 1
    },
  })
  isUp = true
  if (!isConnectedBefore) listener(true)
  await vi.advanceTimersByTimeAsync(0)
  return {
    ...peers,
    late,
    losses: () => losses,
    async open(userId: number) {
      users.add(userId)
      peers.open(userId)
      await vi.advanceTimersByTimeAsync(0)
    },
    async close(userId: number) {
      users.delete(userId)
      peers.close(userId)
      await vi.advanceTimersByTimeAsync(0)
    },
    async setConnected(isConnected: boolean) {
      bus.isConnected = isConnected
      isUp = isConnected
      listener(isConnected)
      await vi.advanceTimersByTimeAsync(0)
    },
    /** Holds back what the process receives. */
    pause() {
      bus.inbox = []
    },
    resume() {
      const waiting = bus.inbox ?? []
      bus.inbox = null
      for (const data of waiting) bus.receive(null, { data })
    },
    failSubscription() {
      bus.receive(new Error('Permissions Violation'), { data: new Uint8Array() })
    },
    setUnsubscribed(isUnsubscribed: boolean) {
      bus.isUnsubscribed = isUnsubscribed
    },
  }
}

async function startAndWait(...names: string[]): Promise<ChatProcess[]> {
  const all = await Promise.all(names.map((name) => startProcess(name)))
  await vi.advanceTimersByTimeAsync(RESPONSES_MS)
  return all
}

test('until the others have had time to respond, every user may be elsewhere; a process that is alone then publishes nothing', async () => {
  const a = await startProcess('a')
  await a.open(1)
  expect([a.mayHaveSocket(1), a.mayHaveSocket(2)]).toEqual([true, true])
  await vi.advanceTimersByTimeAsync(RESPONSES_MS)
  expect([a.mayHaveSocket(1), a.mayHaveSocket(2)]).toEqual([false, false])
})

test('a process that was connected to NATS before it followed the others learns who is where, too', async () => {
  const [a] = (await startAndWait('a')) as [ChatProcess]
  await a.open(1)
  const b = await startProcess('b', { isConnectedBefore: true })
  expect(b.mayHaveSocket(2)).toBe(true)
  await vi.advanceTimersByTimeAsync(RESPONSES_MS)
  expect([b.mayHaveSocket(1), b.mayHaveSocket(2)]).toEqual([true, false])
})

test('a user is elsewhere from the first socket there until the last one has closed', async () => {
  const [a, b] = (await startAndWait('a', 'b')) as [ChatProcess, ChatProcess]
  expect(a.mayHaveSocket(7)).toBe(false)
  await b.open(7)
  expect([a.mayHaveSocket(7), a.mayHaveSocket(8), b.mayHaveSocket(7)]).toEqual([true, false, false])
  await b.close(7)
  expect(a.mayHaveSocket(7)).toBe(false)
  expect([a.losses(), a.late]).toEqual([0, []])
})

test('a process that starts later learns who is where, and makes no client refetch', async () => {
  const [a] = (await startAndWait('a')) as [ChatProcess]
  await a.open(1)
  const b = await startProcess('b')
  await vi.advanceTimersByTimeAsync(RESPONSES_MS)
  expect([b.mayHaveSocket(1), b.mayHaveSocket(2), a.mayHaveSocket(1)]).toEqual([true, false, false])
  expect([a.losses(), b.losses()]).toEqual([0, 0])
})

test('a push that was not published although its user had come elsewhere is caught up with, an earlier one is not', async () => {
  const [a, b] = (await startAndWait('a', 'b')) as [ChatProcess, ChatProcess]
  for (const userId of [7, 8]) a.recordUnpublished(userId)
  await vi.advanceTimersByTimeAsync(5_000)
  a.pause()
  await b.open(7)
  await b.open(9)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(a.mayHaveSocket(9)).toBe(false)
  a.recordUnpublished(9)
  a.resume()
  expect(a.mayHaveSocket(9)).toBe(true)
  expect(a.late).toEqual([9])
})

test('after a missed message every user may be elsewhere until the process has announced all of them, and clients refetch', async () => {
  const [a, b] = (await startAndWait('a', 'b')) as [ChatProcess, ChatProcess]
  a.setUnsubscribed(true)
  await b.open(7)
  a.setUnsubscribed(false)
  expect(a.mayHaveSocket(7)).toBe(false) // not noticed yet
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect([a.mayHaveSocket(7), a.losses()]).toEqual([true, 1])
  expect(a.mayHaveSocket(8)).toBe(false)
})

test('while the users of a process are not known, every user may be elsewhere', async () => {
  const [a, b] = (await startAndWait('a', 'b')) as [ChatProcess, ChatProcess]
  a.setUnsubscribed(true)
  await b.open(7)
  a.setUnsubscribed(false)
  await b.open(8)
  expect([a.mayHaveSocket(1), a.losses()]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(100)
  expect([a.mayHaveSocket(1), a.mayHaveSocket(7), a.losses()]).toEqual([false, true, 1])
})

test('a process that responds too late makes its clients refetch', async () => {
  const [a] = (await startAndWait('a')) as [ChatProcess]
  await a.open(1)
  a.pause()
  const b = await startProcess('b')
  await vi.advanceTimersByTimeAsync(RESPONSES_MS)
  expect(b.mayHaveSocket(1)).toBe(false)
  a.resume()
  await vi.advanceTimersByTimeAsync(100)
  expect([b.mayHaveSocket(1), b.losses()]).toEqual([true, 1])
})

test('a process that is silent for three beats is forgotten; if it comes back, its clients refetch', async () => {
  const [a, b] = (await startAndWait('a', 'b')) as [ChatProcess, ChatProcess]
  await b.open(7)
  a.setUnsubscribed(true)
  await vi.advanceTimersByTimeAsync(3 * BEAT_MS)
  expect(a.mayHaveSocket(7)).toBe(true)
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(a.mayHaveSocket(7)).toBe(false)
  a.setUnsubscribed(false)
  await vi.advanceTimersByTimeAsync(BEAT_MS + 100)
  expect([a.mayHaveSocket(7), a.losses()]).toEqual([true, 1])
})

test('a process that stops is forgotten at once', async () => {
  const [a, b] = (await startAndWait('a', 'b')) as [ChatProcess, ChatProcess]
  await b.open(7)
  b.stop()
  expect(a.mayHaveSocket(7)).toBe(false)
})

test('without NATS every user may be elsewhere; after it the users are learned again', async () => {
  const [a, b] = (await startAndWait('a', 'b')) as [ChatProcess, ChatProcess]
  await a.setConnected(false)
  await b.open(7)
  expect(a.mayHaveSocket(1)).toBe(true)
  await a.setConnected(true)
  expect(a.mayHaveSocket(1)).toBe(true)
  await vi.advanceTimersByTimeAsync(RESPONSES_MS)
  expect([a.mayHaveSocket(1), a.mayHaveSocket(7)]).toEqual([false, true])
  expect(a.losses()).toBe(0)
})

test('a process that NATS does not let subscribe publishes every push', async () => {
  const [a] = (await startAndWait('a')) as [ChatProcess]
  expect(a.mayHaveSocket(1)).toBe(false)
  a.failSubscription()
  expect(a.mayHaveSocket(1)).toBe(true)
})

test('more users than fit into one message are announced in several', async () => {
  const [a] = (await startAndWait('a')) as [ChatProcess]
  for (let userId = 1; userId <= 10_001; userId++) void a.open(userId)
  await vi.advanceTimersByTimeAsync(0)
  const sizes: number[] = []
  started.push({
    name: 'listener',
    receive: (_err, { data }) => void sizes.push((decode(data) as { opened: number[] }).opened.length),
    inbox: null,
    isConnected: true,
    isUnsubscribed: false,
  })
  const b = await startProcess('b')
  await vi.advanceTimersByTimeAsync(RESPONSES_MS)
  expect(sizes).toEqual([0, 10_000, 1])
  expect([b.mayHaveSocket(1), b.mayHaveSocket(10_001), b.mayHaveSocket(10_002)]).toEqual([true, true, false])
})
