import { userRegistered, userUpdated } from '@zing/proto/nats/events'
import type { ReplicatedProfile } from '@zing/proto/users'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { connectForTest, createEventPublisher, recordEvents } from '@zing/testing/events'
import { type Broker, startBroker, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { type Connection, Schema } from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectMongo, createIndexes } from '../src/mongo/connection.ts'
import { connectNats, type Nats } from '../src/nats/connection.ts'
import type { Epoch } from '../src/nats/epoch.ts'
import { consumeEvents, type EventHandler, on } from '../src/nats/event-consumer.ts'
import { createPublish } from '../src/nats/event-stream.ts'
import { event, type OutboxEntry, outboxEntry, outboxIndex, startRelay, toOutboxEntries } from '../src/nats/outbox.ts'
import { createLog } from '../src/observability/logger.ts'
import { outboxOldest } from '../src/observability/metrics.ts'

const log = createLog('kit-test', 'silent')
const profile: ReplicatedProfile = {
  id: 1,
  name: 'Ada',
  age: 30,
  gender: 'female',
  orientation: 'other',
  selfie: null,
  createdAt: new Date().toISOString(),
}

let broker: Broker
let db: Connection
let epoch = 0
const epochOfTest: Epoch = {
  current: () => epoch,
  async raise(next) {
    epoch = next
  },
}

beforeAll(async () => {
  broker = await startBroker()
  db = await connectMongo(testDatabase(), log)
})
afterAll(() => db.close())

function connected(): Nats {
  const nats = connectNats(broker.url, 'kit-test', log)
  afterTestOrFile(() => nats.drain())
  return nats
}

function modelWithOutbox(name: string) {
  const schema = new Schema({ _id: Number, outbox: { type: [outboxEntry], default: [] } }, { versionKey: false })
  schema.index(...outboxIndex)
  return db.model(name, schema)
}

function entries(count: number): OutboxEntry[] {
  const facts = Array.from({ length: count }, () => event(userRegistered, { profile }))
  return toOutboxEntries(facts, { rev: 1, epoch: 0 })
}

async function collect(nats: Nats, service: string, handlers: EventHandler[]) {
  const consumer = consumeEvents(nats, { service, handlers, epoch: epochOfTest, db })
  afterTestOrFile(() => consumer.stop())
  await nats.connection
}

test('the relay publishes what lies in outboxes, in order, and then removes it', async () => {
  const Account = modelWithOutbox('RelayAccount')
  await createIndexes(db, log)
  const facts = await recordEvents(broker.url)
  const relay = startRelay([Account], createPublish(connected()), log)
  const outbox = entries(3)

  await Account.create({ _id: 1, outbox })
  relay.wake()
  await vi.waitFor(async () => expect(await Account.findById(1).lean()).toEqual({ _id: 1, outbox: [] }), WAIT)
  await relay.stop()

  expect(facts.of(userRegistered).map(({ id }) => id)).toEqual(outbox.map(({ id }) => id))
})

test('how long the oldest fact has waited is known while the broker is away', async () => {
  const Account = modelWithOutbox('WaitingAccount')
  await createIndexes(db, log)
  const at = new Date(Date.now() - 60_000)
  await Account.create({ _id: 1, outbox: entries(1).map((entry) => ({ ...entry, at })) })
  const away = () => Promise.reject(new Error('broker is away'))
  const relay = startRelay([Account], away, log)
  await vi.waitFor(async () => expect((await outboxOldest.get()).values[0]?.value).toBeGreaterThanOrEqual(60), WAIT)
  await relay.stop()
})

test('what could not be published stays and is published when the broker is back', async () => {
  const Account = modelWithOutbox('LateAccount')
  const facts = await recordEvents(broker.url)
  const publish = createPublish(connected())
  let isAway = true
  const relay = startRelay([Account], (entry) => (isAway ? Promise.reject(new Error('away')) : publish(entry)), log)
  const outbox = entries(1)

  await Account.create({ _id: 1, outbox })
  relay.wake()
  expect((await Account.findById(1).lean())?.outbox).toHaveLength(1)
  isAway = false
  await vi.waitFor(async () => expect((await Account.findById(1).lean())?.outbox).toEqual([]), WAIT)
  await relay.stop()

  expect(facts.of(userRegistered).map(({ id }) => id)).toContain(outbox[0]?.id)
})

test('an entry that is published twice is stored once by the stream', async () => {
  const nats = connected()
  await nats.connection
  const publish = createPublish(nats)
  const [entry] = entries(1)
  if (!entry) throw new Error('no entry')

  await publish(entry)
  const before = await storedMessages()
  await publish(entry)

  expect(await storedMessages()).toBe(before)
})

test('a handler that throws gets the event again; one that returns does not', async () => {
  const announce = await createEventPublisher(broker.url)
  const seen: string[] = []
  await collect(connected(), 'again', [
    on(userUpdated, async ({ id }) => {
      seen.push(id)
      if (seen.filter((other) => other === id).length === 1) throw new Error('first time fails')
    }),
  ])
  const id = crypto.randomUUID()

  await announceWhenReady(() => announce(userUpdated, { profile }, { id }))
  await vi.waitFor(() => expect(seen.filter((other) => other === id)).toHaveLength(2), WAIT)
})

test('events of an older epoch are dropped, malformed ones are buried and stop nothing', async () => {
  const announce = await createEventPublisher(broker.url)
  const seen: string[] = []
  await collect(connected(), 'strict', [on(userUpdated, async ({ id }) => void seen.push(id))])
  epoch = 5
  const old = crypto.randomUUID()
  const malformed = crypto.randomUUID()
  const good = crypto.randomUUID()

  await announceWhenReady(() => announce(userUpdated, { profile }, { id: old, epoch: 4 }))
  await announce(userUpdated, { profile: { ...profile, age: 'old' as unknown as number } }, { id: malformed, epoch: 5 })
  await announce(userUpdated, { profile }, { id: good, epoch: 5 })
  await vi.waitFor(() => expect(seen).toContain(good), WAIT)
  epoch = 0

  expect(seen).not.toContain(old)
  const dead = await db.collection('dead_letters').find().toArray()
  expect(dead.filter(({ text }) => text.includes(malformed)).length).toBeGreaterThanOrEqual(1)
})

test('the consumer mends itself after its stream was wiped', async () => {
  const announce = await createEventPublisher(broker.url)
  const seen: string[] = []
  await collect(connected(), 'mended', [on(userRegistered, async ({ id }) => void seen.push(id))])
  const first = crypto.randomUUID()
  await announceWhenReady(() => announce(userRegistered, { profile }, { id: first }))
  await vi.waitFor(() => expect(seen).toContain(first), WAIT)

  const nc = await connectForTest(broker.url)
  await (await nc.jetstreamManager()).streams.delete('EVENTS')
  const second = crypto.randomUUID()
  await announceWhenReady(() => announce(userRegistered, { profile }, { id: second }))

  await vi.waitFor(() => expect(seen).toContain(second), WAIT)
})

/** The stream appears with the first consumer. */
async function announceWhenReady(announce: () => Promise<void>): Promise<void> {
  await vi.waitFor(announce, WAIT)
}

async function storedMessages(): Promise<number> {
  const nc = await connectForTest(broker.url)
  const { state } = await (await nc.jetstreamManager()).streams.info('EVENTS')
  return state.messages
}
