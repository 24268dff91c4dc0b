import type { Nats } from '@zing/kit/nats/connection'
import { encode } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { pushRestored } from '@zing/proto/nats/broadcasts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ClientSocket } from '../sockets/client-socket.ts'
import { createPushHealth } from './push-health.ts'

type Connection = Awaited<Nats['connection']>
type Callback = (err: Error | null, message: { data: Uint8Array }) => void

let frames: string[]
let firstFrames: string[]
let published: string[]
let receive: Callback
let setUp: (isUp: boolean) => Promise<void>
let health: ReturnType<typeof createPushHealth>

beforeEach(async () => {
  vi.useFakeTimers()
  frames = []
  published = []
  const nc = {
    flush: async () => {},
    publish: (subject: string) => void published.push(subject),
    subscribe: (_subject: string, options: { callback: Callback }) => {
      receive = options.callback
    },
  } as unknown as Connection // the part in use
  let up: Connection | null = null
  let listener: (isUp: boolean) => void = () => {}
  const nats: Nats = {
    log: createLog('chat-test', 'silent'),
    connection: Promise.resolve(nc),
    up: () => up,
    onChange: (added) => {
      listener = added
    },
    addStream: async () => {},
    drain: async () => {},
  }
  const socket = { send: ({ type }: { type: string }) => void frames.push(type) } as unknown as ClientSocket // the part in use
  health = createPushHealth(nats, { all: () => [socket] })
  setUp = async (isUp) => {
    up = isUp ? nc : null
    listener(isUp)
    await vi.advanceTimersByTimeAsync(0)
  }
  await setUp(true)
  await vi.advanceTimersByTimeAsync(60_000)
  firstFrames = frames.splice(0)
})

function receiveReturn(): void {
  receive(null, { data: encode({}) })
}

test('clients that connected before the process reached NATS refetch once it does', () => {
  expect(firstFrames).toEqual(['PUSH_RESTORED'])
})

test('the returns of many processes within two seconds become one refetch', async () => {
  for (let process = 0; process < 10; process++) {
    receiveReturn()
    await vi.advanceTimersByTimeAsync(190)
  }
  expect(frames).toEqual([])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(frames).toEqual(['PUSH_RESTORED'])
})

test('a process that reconnects again and again causes one refetch in ten seconds', async () => {
  for (let second = 0; second < 60; second++) {
    receiveReturn()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(frames.length).toBeGreaterThan(4)
  expect(frames.length).toBeLessThanOrEqual(6)
})

test('a process that is disconnected again tells its clients nothing until it is back', async () => {
  await setUp(false)
  await setUp(true)
  await setUp(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(frames).toEqual(['PUSH_DEGRADED', 'PUSH_DEGRADED'])
  await setUp(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(frames.at(-1)).toBe('PUSH_RESTORED')
})

test('a process broadcasts its return if pushes may be lost, not after its first connection', async () => {
  expect(published).toEqual([])
  await setUp(false)
  await setUp(true)
  expect(published).toEqual([pushRestored.subject])
})

test('a process that lost a push before its first connection broadcasts it', async () => {
  health.recordLoss()
  await setUp(true)
  expect(published).toEqual([pushRestored.subject])
})

test('when a process is found, clients refetch; clients of others only if this one was alone', async () => {
  health.recordGap({ wasAlone: false })
  await vi.advanceTimersByTimeAsync(20_000)
  expect([frames, published]).toEqual([['PUSH_RESTORED'], []])
  health.recordGap({ wasAlone: true })
  expect(published).toEqual([pushRestored.subject])
})

test('while a process may be cut off, clients are told so, and refetch at its end (10.hosts.split)', async () => {
  health.setCutOff(true)
  expect([frames, health.isTrusted()]).toEqual([['PUSH_DEGRADED'], false])
  receiveReturn()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(frames).toEqual(['PUSH_DEGRADED'])
  health.setCutOff(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([frames, health.isTrusted()]).toEqual([['PUSH_DEGRADED', 'PUSH_RESTORED'], true])
})
