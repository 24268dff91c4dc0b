import type { Nats } from '@zing/kit/nats/connection'
import { decode } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { ONLINE_STALE_MS } from '@zing/proto/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPeers } from './peers.ts'

type Connection = Awaited<Nats['connection']>
type Callback = (err: Error | null, message: { data: Uint8Array }) => void
type ChatProcess = Awaited<ReturnType<typeof startProcess>>
type Message = { online?: number[]; isLast: boolean }

const ANSWERS_MS = 2_000
const SOON_MS = 100
const BEAT_MS = 10_000
const LEASE_MS = 24_000
const CHECK_MS = 2_500

/** Processes that NATS connects. `inbox` holds messages while a process is paused. */
let started: { receive: Callback; inbox: Uint8Array[] | null; isConnected: boolean }[]

beforeEach(() => {
  vi.useFakeTimers()
  started = []
})
afterEach(() => void vi.useRealTimers())

async function startProcess({ isConnectedBefore = false, cluster = '' } = {}) {
  const online = new Set<number>()
  const sent: Message[] = []
  const found: boolean[] = []
  const changed: number[] = []
  const cutOff: boolean[] = []
  let isUp = isConnectedBefore
  let listener: (isUp: boolean) => void = () => {}
  const own: (typeof started)[number] = { receive: () => {}, inbox: null, isConnected: true }
  function publish(_subject: string, data: Uint8Array): void {
    if (own.inbox || !own.isConnected) return
    sent.push(decode(data) as Message)
    for (const other of started) {
      if (other === own || !other.isConnected) continue
      if (other.inbox) other.inbox.push(data)
      else other.receive(null, { data })
    }
  }
  function subscribe(_subject: string, { callback }: { callback: Callback }): void {
    own.receive = callback
    started.push(own)
  }
  const nc = { info: { cluster }, flush: async () => {}, publish, subscribe } as unknown as Connection // the part in use
  const nats: Nats = {
    log: createLog('chat-test', 'silent'),
    connection: Promise.resolve(nc),
    up: () => (isUp ? nc : null),
    onChange: (added) => {
      listener = added
    },
    addStream: async () => {},
    drain: async () => {},
  }
  const peers = createPeers({
    nats,
    onlineUsers: () => [...online],
    onChange: (userIds) => void changed.push(...userIds),
    onFound: ({ wasAlone }) => void found.push(wasAlone),
    onCutOff: (isCutOff) => void cutOff.push(isCutOff),
  })
  isUp = true
  if (!isConnectedBefore) listener(true)
  await vi.advanceTimersByTimeAsync(0)
  return {
    ...peers,
    ...{ sent, found, changed, cutOff },
    setOnline(...userIds: number[]) {
      online.clear()
      for (const userId of userIds) online.add(userId)
      peers.announce()
    },
    standStill() {
      own.inbox = []
    },
    goOn() {
      const waiting = own.inbox ?? []
      own.inbox = null
      for (const data of waiting) own.receive(null, { data })
    },
    async setConnected(isConnected: boolean) {
      own.isConnected = isConnected
      isUp = isConnected
      listener(isConnected)
      await vi.advanceTimersByTimeAsync(0)
    },
    failSubscription() {
      own.receive(new Error('Permissions Violation'), { data: new Uint8Array() })
    },
  }
}

async function startTwo(options = {}): Promise<[ChatProcess, ChatProcess]> {
  const both: [ChatProcess, ChatProcess] = [await startProcess(options), await startProcess(options)]
  await vi.advanceTimersByTimeAsync(ANSWERS_MS)
  return both
}

test.each([false, true])(
  'when no other process answers, one is alone and only says hello (connected before: %j)',
  async (isConnectedBefore) => {
    const a = await startProcess({ isConnectedBefore })
    a.setOnline(1)
    expect(a.mayExist()).toBe(true)
    await vi.advanceTimersByTimeAsync(ANSWERS_MS)
    expect(a.mayExist()).toBe(false)
    a.setOnline(1, 2)
    await vi.advanceTimersByTimeAsync(BEAT_MS)
    expect(a.sent.map(({ online }) => online)).toEqual([undefined, undefined])
  },
)

test('each list of a process replaces the last one', async () => {
  const [a, b] = await startTwo()
  b.setOnline(7, 8)
  expect([a.hasOnline(7), a.hasOnline(8), a.hasOnline(9), b.hasOnline(7)]).toEqual([true, true, false, false])
  b.setOnline(8, 9)
  expect([a.hasOnline(7), a.hasOnline(8), a.hasOnline(9)]).toEqual([false, true, true])
  expect(a.changed).toEqual([7, 8, 7, 9])
})

test('a process that starts later learns who is online, and nothing counts as lost', async () => {
  const a = await startProcess()
  await vi.advanceTimersByTimeAsync(ANSWERS_MS)
  a.setOnline(1)
  const b = await startProcess()
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect([a.mayExist(), b.mayExist(), b.hasOnline(1)]).toEqual([true, true, true])
  expect([a.found, b.found]).toEqual([[], [false]])
})

test('a process that answers late is found by the process that thought it was alone', async () => {
  const a = await startProcess()
  await vi.advanceTimersByTimeAsync(ANSWERS_MS)
  a.standStill()
  const b = await startProcess()
  await vi.advanceTimersByTimeAsync(ANSWERS_MS)
  expect(b.mayExist()).toBe(false)
  a.goOn()
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect([b.mayExist(), b.found]).toEqual([true, [true]])
})

test('when a process was silent for 24 s, it is forgotten until its next list', async () => {
  expect(LEASE_MS + CHECK_MS).toBeLessThan(ONLINE_STALE_MS)
  const [a, b] = await startTwo()
  b.setOnline(7, 8)
  b.standStill()
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
  expect(a.hasOnline(7)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect([a.hasOnline(7), a.mayExist(), a.changed]).toEqual([false, false, [7, 8, 7, 8]])

  a.setOnline(1)
  b.goOn()
  b.setOnline(8)
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect([a.hasOnline(7), a.hasOnline(8), b.hasOnline(1)]).toEqual([false, true, true])
  expect(a.found).toEqual([true])
})

test('when both processes were paused, they find each other again', async () => {
  const [a, b] = await startTwo()
  a.setOnline(1)
  b.setOnline(2)
  for (const process of [a, b]) process.standStill()
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS)
  expect([a.hasOnline(2), b.hasOnline(1)]).toEqual([false, false])
  for (const process of [a, b]) process.goOn()
  await vi.advanceTimersByTimeAsync(BEAT_MS + SOON_MS)
  expect([a.hasOnline(2), b.hasOnline(1)]).toEqual([true, true])
  expect([a.found, b.found.slice(1)]).toEqual([[true], [true]]) // neither had published its pushes
})

test('an idle process stays known', async () => {
  const [a, b] = await startTwo()
  b.setOnline(7)
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS)
  expect([a.hasOnline(7), b.mayExist(), a.found, a.changed]).toEqual([true, true, [], [7]])
})

test('when a process stops, its users have 10 s to connect to another one', async () => {
  const [a, b] = await startTwo()
  b.setOnline(7)
  b.stop()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(a.hasOnline(7)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect([a.hasOnline(7), a.mayExist(), a.changed]).toEqual([false, false, [7, 7]])
})

test('a reconnected process is not alone until others have had time to answer', async () => {
  const [a, b] = await startTwo()
  await a.setConnected(false)
  b.setOnline(7)
  await vi.advanceTimersByTimeAsync(2 * LEASE_MS)
  expect([a.mayExist(), b.mayExist()]).toEqual([true, false])
  await a.setConnected(true)
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect([a.hasOnline(7), a.mayExist(), b.mayExist()]).toEqual([true, true, true])
})

test('a process that NATS does not let subscribe never counts as alone', async () => {
  const a = await startProcess()
  await vi.advanceTimersByTimeAsync(ANSWERS_MS)
  a.failSubscription()
  expect(a.mayExist()).toBe(true)
})

test('a list with more users than fit into a message is cut', async () => {
  const [a, b] = await startTwo()
  b.setOnline(...Array.from({ length: 100_001 }, (_, index) => index + 1))
  expect([a.hasOnline(100_000), a.hasOnline(100_001)]).toEqual([true, false])
})

test('when a process of a cluster vanishes, it counts as cut off until it is back (10.hosts.split)', async () => {
  const [a, b] = await startTwo({ cluster: 'zing' })
  b.setOnline(7, 8)
  b.standStill()
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
  expect(a.cutOff).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(a.cutOff).toEqual([true])
  b.goOn()
  b.setOnline(7)
  expect(a.cutOff).toEqual([true, false])
})

test('when its users are back elsewhere, a vanished process is dead and not cut off (10.hosts.split)', async () => {
  const [a, b] = await startTwo({ cluster: 'zing' })
  b.setOnline(7, 8, 9)
  b.standStill()
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(a.cutOff).toEqual([true])
  a.setOnline(7, 8)
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(a.cutOff).toEqual([true, false])
})

test('when a vanished process stays away, its users count as gone after ten minutes', async () => {
  const [a, b] = await startTwo({ cluster: 'zing' })
  b.standStill()
  await vi.advanceTimersByTimeAsync(LEASE_MS + 600_000 - BEAT_MS)
  expect(a.cutOff).toEqual([true])
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS)
  expect(a.cutOff).toEqual([true, false])
})

test('when a process says goodbye, it does not count as cut off', async () => {
  const [a, b] = await startTwo({ cluster: 'zing' })
  b.setOnline(7)
  b.stop()
  b.standStill()
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS)
  expect(a.cutOff).toEqual([])
})

test('when NATS is one server, a silent process does not count as cut off', async () => {
  const [a, b] = await startTwo()
  b.standStill()
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS)
  expect(a.cutOff).toEqual([])
})
