import { AppError, errors } from '@zing/proto/errors'
import { consumerOf, type WorkContract, type WorkOf, type WorkStream } from '@zing/proto/nats/work'
import { connectForTest } from '@zing/testing/events'
import { startNats, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { connectMongo } from '../../src/mongo/connection.ts'
import { connectNats } from '../../src/nats/connection.ts'
import { deadLettersOf } from '../../src/nats/dead-letters.ts'
import { createPublishWork, type PublishWork } from '../../src/nats/streams/work-stream.ts'
import { CannotBeDone, consumeWork, RetryLater, workHandler } from '../../src/nats/work-queue.ts'
import { createLog } from '../../src/observability/logger.ts'

const log = createLog('kit-test', 'silent')
const server = await startNats()
const nats = connectNats(server.url, 'social', log)
const db = await connectMongo(testDatabase(), log)
await nats.connection
const manager = await (await connectForTest(server.url)).jetstreamManager()
afterAll(async () => {
  await nats.drain()
  await db.dropDatabase()
  await db.close()
})

const stream: WorkStream = {
  name: 'TEST',
  subjects: ['work.test.*'],
  keepMs: 60 * 60 * 1_000,
  maxMessages: 1_000,
  maxBytes: 1024 * 1024,
}
const counted = {
  stream,
  subject: 'work.test.counted',
  payload: z.object({ n: z.int() }),
  publishers: ['chat'],
  consumer: 'social',
} satisfies WorkContract
type Counted = WorkOf<typeof counted>

let publishWork: PublishWork
let lastId = 0
function publish(n: number, envelope: Partial<Pick<Counted, 'id' | 'epoch'>> = {}): Promise<void> {
  lastId += 1
  return publishWork(counted, { id: `work-${lastId}`, epoch: 3, at: new Date().toISOString(), n, ...envelope })
}

/** Starts a consumer, as one process of the service. */
function start(
  handle: (work: Counted, deliveryCount: number) => Promise<void>,
  options: { maxHeld?: number; ackWaitMs?: number; heartbeatMs?: number } = {},
) {
  const handler = workHandler(counted, handle)
  const consumer = consumeWork(nats, { contract: counted, handler, epoch: { current: () => 3 }, db, ...options })
  onTestFinished(() => consumer.stop())
  return consumer
}

async function nothingLeft(): Promise<void> {
  await vi.waitFor(async () => expect((await manager.streams.info(stream.name)).state.messages).toBe(0), WAIT)
}

beforeEach(async () => {
  publishWork = createPublishWork(nats)
  await deadLettersOf(db).deleteMany({})
  const streams = await manager.streams.list().next()
  for (const { config } of streams) await manager.streams.delete(config.name)
})

test('work is done once, even if published twice or before a process of the service ran', async () => {
  const done: number[] = []
  await publish(1, { id: 'same' })
  await publish(1, { id: 'same' })
  await publish(2)
  start(async ({ n }) => void done.push(n))
  await nothingLeft()
  await publish(3)
  await nothingLeft()
  expect(done.toSorted()).toEqual([1, 2, 3])
})

test('work for later waits for its time, and other work does not wait for it', async () => {
  const at = new Map<number, number[]>()
  const deliveries: number[] = []
  await publish(1)
  for (let n = 2; n <= 9; n++) await publish(n)
  start(
    async ({ n }, deliveryCount) => {
      const times = at.get(n) ?? []
      at.set(n, [...times, performance.now()])
      if (n === 1) deliveries.push(deliveryCount)
      if (n === 1 && times.length === 0) throw new RetryLater(1_500 + 1 / 3)
    },
    { maxHeld: 2 },
  )
  await nothingLeft()
  const [first = 0, second = 0] = at.get(1) ?? []
  expect(second - first).toBeGreaterThanOrEqual(1_400)
  expect(deliveries).toEqual([1, 2])
  for (let n = 2; n <= 9; n++) {
    expect(at.get(n)).toHaveLength(1)
    expect(at.get(n)?.[0]).toBeLessThan(second)
  }
})

test('work that waits for another attempt leaves the places to other work', async () => {
  const done: number[] = []
  for (let n = 1; n <= 50; n++) await publish(n)
  start(
    async ({ n }) => {
      if (n <= 50) throw new RetryLater(60_000)
      done.push(n)
    },
    { maxHeld: 4 },
  )
  await publish(51)
  await vi.waitFor(() => expect(done).toEqual([51]), WAIT)
})

test('work is repeated while a dependency is unavailable, and after a failure', async () => {
  const attempts = new Map<number, number>()
  start(async ({ n }) => {
    const attempt = (attempts.get(n) ?? 0) + 1
    attempts.set(n, attempt)
    if (attempt < 3) throw n === 1 ? errors.unavailable() : new Error('broken')
  })
  await publish(1)
  await publish(2)
  await nothingLeft()
  expect([...attempts.values()]).toEqual([3, 3])
  expect(await deadLettersOf(db).countDocuments()).toBe(0)
})

test('work that had to wait often is repeated after its first failure', async () => {
  let attempts = 0
  start(async () => {
    attempts += 1
    if (attempts <= 10) throw new RetryLater(10)
    if (attempts === 11) throw new Error('broken once')
  })
  await publish(1)
  await nothingLeft()
  expect(attempts).toBe(12)
  expect(await deadLettersOf(db).countDocuments()).toBe(0)
})

test('impossible or malformed work becomes a dead letter at once, and other work goes on', async () => {
  const done: number[] = []
  start(async ({ n }) => {
    if (n === 1) throw new CannotBeDone('no such thing')
    done.push(n)
  })
  await publish(1)
  const nc = await nats.connection
  await nc.jetstream().publish(counted.subject, Buffer.from('{"n":'))
  await publish(2)
  await nothingLeft()
  expect(done).toEqual([2])
  const letters = await deadLettersOf(db).find().sort({ at: 1 }).toArray()
  expect(letters.map(({ reason }) => reason).toSorted()).toEqual(['malformed', 'no such thing'])
  expect(letters.every(({ subject }) => subject === counted.subject)).toBe(true)
})

test('work of an older epoch is dropped', async () => {
  const done: number[] = []
  start(async ({ n }) => void done.push(n))
  await publish(1, { epoch: 2 })
  await publish(2)
  await nothingLeft()
  expect(done).toEqual([2])
})

test('when a process has ended, another one does its work', async () => {
  let hung = 0
  const ended = Promise.withResolvers<void>()
  async function hang(): Promise<void> {
    hung += 1
    await ended.promise
  }
  const never = start(hang, { ackWaitMs: 2_000, maxHeld: 1 })
  await publish(1)
  await vi.waitFor(() => expect(hung).toBe(1), WAIT)
  void never.stop() // as if the process had ended: it takes no more work and never ends its item
  const done: number[] = []
  start(async ({ n }) => void done.push(n), { ackWaitMs: 2_000 })
  await vi.waitFor(() => expect(done).toEqual([1]), WAIT)
  ended.resolve()
})

test('work is refused while NATS is disconnected', async () => {
  const unreachable = connectNats('nats://127.0.0.1:1', 'social', log)
  const failure = await createPublishWork(unreachable)(counted, {
    id: 'x',
    epoch: 0,
    at: new Date().toISOString(),
    n: 1,
  }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AppError)
  expect(failure).toMatchObject({ status: 503 })
})

test('when a consumer is deleted while no request waits for its work, it is created again', async () => {
  const done = new Set<number>()
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const handle = async ({ n }: Counted) => {
    await isFinished
    done.add(n)
  }
  start(handle, { maxHeld: 2, heartbeatMs: 500 })
  for (const n of [901, 902]) await publish(n)
  const durable = consumerOf(counted)
  await vi.waitFor(async () => {
    expect((await manager.consumers.info(stream.name, durable)).num_ack_pending).toBe(2)
  }, WAIT)

  await manager.consumers.delete(stream.name, durable)
  finish()
  await publish(903)
  await vi.waitFor(() => expect(done).toEqual(new Set([901, 902, 903])), WAIT)
})
