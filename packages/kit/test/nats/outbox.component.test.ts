import { userRegistered, userUpdated } from '@zing/proto/nats/events'
import { NO_STORY } from '@zing/proto/profiles/story'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { connectForTest, createEventPublisher, recordEvents } from '@zing/testing/events'
import { startNats, type TestNats, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { type Connection, Schema } from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectMongo, createIndexes } from '../../src/mongo/connection.ts'
import { connectNats, type Nats } from '../../src/nats/connection.ts'
import type { Epoch } from '../../src/nats/epoch.ts'
import { consumeEvents } from '../../src/nats/event-consumer.ts'
import { type EventHandler, on } from '../../src/nats/event-handler.ts'
import { event, type OutboxEntry, outboxEntry, outboxIndex, toOutboxEntries } from '../../src/nats/outbox.ts'
import { startRelay } from '../../src/nats/relay.ts'
import { createPublish } from '../../src/nats/streams/event-stream.ts'
import { createLog } from '../../src/observability/logger.ts'
import { outboxOldest } from '../../src/observability/metrics.ts'

const log = createLog('kit-test', 'silent')
const profile: ReplicatedProfile = {
  id: 1,
  name: 'Ada',
  age: 30,
  gender: 'female',
  orientation: 'other',
  selfie: null,
  createdAt: new Date().toISOString(),
  hidden: false,
  suspendedUntil: null,
  isReported: false,
  ...NO_STORY,
}

const url = testDatabase()
let server: TestNats
let db: Connection
let epoch = 0
const epochOfTest: Epoch = {
  current: () => epoch,
  async raise(next) {
    epoch = next
  },
}

beforeAll(async () => {
  server = await startNats()
  db = await connectMongo(url, log)
})
afterAll(() => db.close())

function connectForThisTest(): Nats {
  const nats = connectNats(server.url, 'kit-test', log)
  afterTestOrFile(() => nats.drain())
  return nats
}

function modelWithOutbox(name: string) {
  const schema = new Schema({ _id: Number, outbox: { type: [outboxEntry], default: [] } }, { versionKey: false })
  schema.index(...outboxIndex)
  return db.model(name, schema)
}

function entries(count: number): OutboxEntry[] {
  const events = Array.from({ length: count }, () => event(userRegistered, { profile }))
  return toOutboxEntries(events, { rev: 1, epoch: 0 })
}

async function startConsumer(nats: Nats, service: string, handlers: EventHandler[], onDeleted = () => {}) {
  const consumer = consumeEvents(nats, { service, handlers, epoch: epochOfTest, db, onDeleted })
  afterTestOrFile(() => consumer.stop())
  await nats.connection
}

test('the relay publishes outbox entries in order and then removes them', async () => {
  const Account = modelWithOutbox('RelayAccount')
  await createIndexes(db, log)
  const recorded = await recordEvents(server.url)
  const relay = startRelay([Account], createPublish(connectForThisTest()), log)
  const outbox = entries(3)

  await Account.create({ _id: 1, outbox })
  relay.wake()
  await vi.waitFor(async () => expect(await Account.findById(1).lean()).toEqual({ _id: 1, outbox: [] }), WAIT)
  await relay.stop()

  expect(recorded.of(userRegistered).map(({ id }) => id)).toEqual(outbox.map(({ id }) => id))
})

test('the age of the oldest unpublished event is measured while NATS is unavailable', async () => {
  const Account = modelWithOutbox('WaitingAccount')
  await createIndexes(db, log)
  const at = new Date(Date.now() - 60_000)
  await Account.create({ _id: 1, outbox: entries(1).map((entry) => ({ ...entry, at })) })
  const failToPublish = () => Promise.reject(new Error('NATS is unavailable'))
  const relay = startRelay([Account], failToPublish, log)
  await vi.waitFor(async () => expect((await outboxOldest.get()).values[0]?.value).toBeGreaterThanOrEqual(60), WAIT)
  await relay.stop()
})

test('when an outbox entry cannot be published, it stays until NATS is available', async () => {
  const Account = modelWithOutbox('RetriedAccount')
  const recorded = await recordEvents(server.url)
  const publish = createPublish(connectForThisTest())
  let isUp = false
  const relay = startRelay([Account], (entry) => (isUp ? publish(entry) : Promise.reject(new Error('down'))), log)
  const outbox = entries(1)

  await Account.create({ _id: 1, outbox })
  relay.wake()
  expect((await Account.findById(1).lean())?.outbox).toHaveLength(1)
  isUp = true
  await vi.waitFor(async () => expect((await Account.findById(1).lean())?.outbox).toEqual([]), WAIT)
  await relay.stop()

  expect(recorded.of(userRegistered).map(({ id }) => id)).toContain(outbox[0]?.id)
})

test('a document that a write has returned is published without reading it, in its order', async () => {
  const Account = modelWithOutbox('ReturnedAccount')
  const recorded = await recordEvents(server.url)
  const nats = connectForThisTest()
  await nats.connection
  const relay = startRelay([Account], createPublish(nats), log)
  const outbox = entries(3)
  await Account.create({ _id: 1, outbox: [] }) // a sweep would find nothing
  relay.publish(Account, { _id: 1, outbox: outbox.slice(0, 1) })
  relay.publish(Account, { _id: 1, outbox })
  await relay.stop()
  await vi.waitFor(
    () => expect(recorded.of(userRegistered).map(({ id }) => id)).toEqual(outbox.map(({ id }) => id)),
    WAIT,
  )
})

test('when a returned document cannot be published, the next sweep publishes it and later ones', async () => {
  const Account = modelWithOutbox('LeftAccount')
  const recorded = await recordEvents(server.url)
  const publish = createPublish(connectForThisTest())
  let [attempts, isUp] = [0, false]
  const fail = () => {
    attempts += 1
    return Promise.reject(new Error('down'))
  }
  const relay = startRelay([Account], (entry) => (isUp ? publish(entry) : fail()), log)
  const outbox = entries(2)
  await Account.create({ _id: 1, outbox })
  relay.publish(Account, { _id: 1, outbox: outbox.slice(0, 1) })
  await vi.waitFor(() => expect(attempts).toBe(1), WAIT)
  for (let write = 0; write < 50; write++) relay.publish(Account, { _id: 1, outbox })
  expect(attempts).toBe(1)
  isUp = true
  await vi.waitFor(async () => expect((await Account.findById(1).lean())?.outbox).toEqual([]), WAIT)
  await relay.stop()
  expect(recorded.of(userRegistered).map(({ id }) => id)).toEqual(outbox.map(({ id }) => id))
})

test('while publishing fails, further writes do not make the relay read more often', async () => {
  const Account = modelWithOutbox('BackedOffAccount')
  const startedAt = performance.now()
  let attempts = 0
  const failToPublish = () => {
    attempts += 1
    return Promise.reject(new Error('NATS is unavailable'))
  }
  const relay = startRelay([Account], failToPublish, log)
  await Account.create({ _id: 1, outbox: entries(1) })
  relay.wake()
  await vi.waitFor(() => expect(attempts).toBe(1), WAIT)
  for (let write = 0; write < 50; write++) {
    await Account.updateOne({ _id: 1 }, { $set: { touched: write } }, { strict: false })
    relay.wake()
  }
  expect(attempts).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1_000)
  await relay.stop()
})

test('an entry that is published twice is stored once by the stream', async () => {
  const nats = connectForThisTest()
  await nats.connection
  const publish = createPublish(nats)
  const [entry] = entries(1)
  if (!entry) throw new Error('no entry')

  await publish(entry)
  const before = await storedMessages()
  await publish(entry)

  expect(await storedMessages()).toBe(before)
})

test('an event is redelivered after its handler throws, and not after it returns', async () => {
  const publishEvent = await createEventPublisher(server.url)
  const handled: string[] = []
  await startConsumer(connectForThisTest(), 'retrying', [
    on(userUpdated, async ({ id }) => {
      handled.push(id)
      if (handled.filter((other) => other === id).length === 1) throw new Error('first time fails')
    }),
  ])
  const id = crypto.randomUUID()

  await publishWhenReady(() => publishEvent(userUpdated, { profile }, { id }))
  await vi.waitFor(() => expect(handled.filter((other) => other === id)).toHaveLength(2), WAIT)
})

test('events of an older epoch are dropped, malformed ones dead-lettered without stopping others', async () => {
  const publishEvent = await createEventPublisher(server.url)
  const handled: string[] = []
  await startConsumer(connectForThisTest(), 'strict', [on(userUpdated, async ({ id }) => void handled.push(id))])
  epoch = 5
  const old = crypto.randomUUID()
  const malformed = crypto.randomUUID()
  const good = crypto.randomUUID()

  await publishWhenReady(() => publishEvent(userUpdated, { profile }, { id: old, epoch: 4 }))
  await publishEvent(
    userUpdated,
    { profile: { ...profile, age: 'old' as unknown as number } },
    { id: malformed, epoch: 5 },
  )
  await publishEvent(userUpdated, { profile }, { id: good, epoch: 5 })
  const letters = async () => (await db.collection('dead_letters').find().toArray()).map(({ text }) => String(text))
  await vi.waitFor(async () => {
    expect(handled).toContain(good)
    expect(await letters()).toContainEqual(expect.stringContaining(malformed))
  }, WAIT)
  epoch = 0
  expect(handled).not.toContain(old)
})

test('the consumer recovers after its stream was deleted, and reports that events may be lost', async () => {
  const publishEvent = await createEventPublisher(server.url)
  const handled: string[] = []
  const onDeleted = vi.fn()
  const handlers = [on(userRegistered, async ({ id }) => void handled.push(id))]
  await startConsumer(connectForThisTest(), 'recovering', handlers, onDeleted)
  const first = crypto.randomUUID()
  await publishWhenReady(() => publishEvent(userRegistered, { profile }, { id: first }))
  await vi.waitFor(() => expect(handled).toContain(first), WAIT)
  expect(onDeleted).not.toHaveBeenCalled()

  const nc = await connectForTest(server.url)
  await (await nc.jetstreamManager()).streams.delete('EVENTS')
  const second = crypto.randomUUID()
  await publishWhenReady(() => publishEvent(userRegistered, { profile }, { id: second }))

  await vi.waitFor(() => expect(handled).toContain(second), WAIT)
  expect(onDeleted).toHaveBeenCalledOnce()
})

/** Retries until the first consumer has created the stream. */
async function publishWhenReady(publish: () => Promise<void>): Promise<void> {
  await vi.waitFor(publish, WAIT)
}

async function storedMessages(): Promise<number> {
  const nc = await connectForTest(server.url)
  const { state } = await (await nc.jetstreamManager()).streams.info('EVENTS')
  return state.messages
}
