import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '@zing/proto/errors'
import { EVENTS_STREAM, EVENTS_SUBJECTS, type EventOf, likeRemoved } from '@zing/proto/nats/events'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { connectForTest, createEventPublisher, createEventsHandled } from '@zing/testing/events'
import { startNats, testDatabase } from '@zing/testing/servers'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import mongoose, { type Connection } from 'mongoose'
import { AckPolicy, nanos } from 'nats'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectMongo } from '../../src/mongo/connection.ts'
import { connectNats } from '../../src/nats/connection.ts'
import { deadLettersOf } from '../../src/nats/dead-letters.ts'
import { type ConsumerTimes, consumeEvents } from '../../src/nats/event-consumer.ts'
import { on } from '../../src/nats/event-handler.ts'
import { ensureStream, KEEP_MS } from '../../src/nats/streams/event-stream.ts'
import { createLog } from '../../src/observability/logger.ts'
import { consumerOldest, metricsOf } from '../../src/observability/metrics.ts'

const log = createLog('kit-test', 'silent')
const epoch = { current: () => 0, raise: async () => {} }
const mongoUrl = testDatabase()
let db: Connection

beforeAll(async () => {
  db = await connectMongo(mongoUrl, log)
})
beforeEach(async () => {
  await Promise.all(['dead_letters', 'event_attempts', 'handled'].map((name) => db.collection(name).deleteMany({})))
})
afterAll(async () => {
  await db.dropDatabase()
  await db.close()
})

const QUICK: ConsumerTimes = { ackWaitMs: 10_000, heartbeatMs: 5_000, delayMs: () => 10 }

type Like = EventOf<typeof likeRemoved>
type PublishedLike = Pick<Like, 'likerId' | 'likedId'> & { rev?: number }

/** Starts one process of the service `social`; it handles likeRemoved. */
function startConsumer(natsUrl: string, handle: (like: Like) => Promise<void>, times?: ConsumerTimes, pingMs?: number) {
  const nats = connectNats(natsUrl, 'social', log, { pingMs })
  const consumer = consumeEvents(nats, { service: 'social', handlers: [on(likeRemoved, handle)], epoch, db }, times)
  let stopping: Promise<void> | null = null
  function stop(): Promise<void> {
    stopping ??= consumer.stop().then(() => nats.drain())
    return stopping
  }
  afterTestOrFile(stop)
  return { stop, isConnected: () => nats.up() !== null }
}

async function publishAll(natsUrl: string, likes: PublishedLike[]): Promise<void> {
  const nc = await connectForTest(natsUrl)
  await vi.waitFor(() => ensureStream(nc), WAIT) // a server that has just started may refuse
  const publish = await createEventPublisher(natsUrl)
  for (const { rev = 1, ...like } of likes) await publish(likeRemoved, like, { rev })
}

async function consumerInfo(natsUrl: string) {
  const nc = await connectForTest(natsUrl)
  return (await nc.jetstreamManager()).consumers.info(EVENTS_STREAM, 'social')
}

async function allAcknowledged(natsUrl: string): Promise<void> {
  const eventsHandled = await createEventsHandled(natsUrl, 'social')
  await eventsHandled()
}

test('INV-7: every event is delivered and handled once, even if it waits longer than ack_wait', async () => {
  const { url } = await startNats()
  const slow = { ...QUICK, ackWaitMs: 3_000 }
  const HANDLER_MS = 200
  const ofOnePair = Array.from({ length: 24 }, () => ({ likerId: 2, likedId: 3 })) // one after another
  expect(ofOnePair.length * HANDLER_MS).toBeGreaterThan(1.5 * slow.ackWaitMs)
  const others = Array.from({ length: 276 }, (_, i) => ({ likerId: 1, likedId: 100 + i }))
  const handled: number[] = []
  startConsumer(
    url,
    async ({ likedId }) => {
      handled.push(likedId)
      await pause(HANDLER_MS)
    },
    slow,
  )

  await publishAll(url, [...ofOnePair, ...others])
  await vi.waitFor(() => expect(handled.length).toBeGreaterThanOrEqual(300), WAIT)
  await allAcknowledged(url)

  expect(handled).toHaveLength(300)
  expect(new Set(handled).size).toBe(277)
  expect((await consumerInfo(url)).delivered.consumer_seq).toBe(300)
})

test('up to 16 entities are handled side by side, and the events of one entity in order', async () => {
  const { url } = await startNats()
  const started: Like[] = []
  let running = 0
  let mostRunning = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  startConsumer(url, async (like) => {
    started.push(like)
    mostRunning = Math.max(mostRunning, ++running)
    await gate
    running -= 1
  })
  const ofOnePair = [1, 2, 3].map((rev) => ({ likerId: 5, likedId: 6, rev }))
  await publishAll(url, [...ofOnePair, ...Array.from({ length: 20 }, (_, i) => ({ likerId: 10 + i, likedId: 9 }))])

  const revsOfPair = () => started.filter(({ likedId }) => likedId === 6).map(({ rev }) => rev)
  await vi.waitFor(() => expect(started).toHaveLength(16), WAIT)
  expect(revsOfPair()).toEqual([1])
  open()
  await vi.waitFor(() => expect(started).toHaveLength(23), WAIT)
  expect([mostRunning, revsOfPair()]).toEqual([16, [1, 2, 3]])
})

test('a failing event is retried before its entity’s next one, then dead-lettered', async () => {
  const { url } = await startNats()
  const attempts: number[] = []
  const handled: number[] = []
  startConsumer(
    url,
    async ({ likedId, rev }) => {
      if (likedId === 6 && rev === 1) {
        attempts.push(rev)
        throw new Error('broken')
      }
      handled.push(rev)
    },
    { ...QUICK, delayMs: (attempt) => (attempt === 8 && handled.length === 0 ? 60_000 : 10) },
  )
  await publishAll(url, [
    { likerId: 5, likedId: 6, rev: 1 },
    { likerId: 6, likedId: 5, rev: 2 },
    { likerId: 7, likedId: 8, rev: 3 },
  ])

  await vi.waitFor(() => expect(handled).toEqual([3, 2]), WAIT)
  expect(attempts).toHaveLength(10)
  expect(await deadLettersOf(db).find().toArray()).toMatchObject([{ reason: 'Error: broken' }])
  await allAcknowledged(url)
})

test('INV-7: after a pause of NATS a waiting consumer handles new events before its next fetch', async () => {
  const nats = await startNats()
  const handled: number[] = []
  const consumer = startConsumer(nats.url, async ({ rev }) => void handled.push(rev), undefined, 1_000)
  await publishAll(nats.url, [{ likerId: 1, likedId: 2, rev: 1 }])
  await vi.waitFor(() => expect(handled).toEqual([1]), WAIT)

  nats.signal('SIGSTOP')
  await vi.waitFor(() => expect(consumer.isConnected()).toBe(false), WAIT)
  nats.signal('SIGCONT')
  const stopwatch = startStopwatch()
  await vi.waitFor(() => publishAll(nats.url, [{ likerId: 1, likedId: 2, rev: 2 }]), WAIT)
  await vi.waitFor(() => expect(handled).toEqual([1, 2]), WAIT)
  expect(stopwatch.elapsedMs()).toBeLessThan(15_000) // half of FETCH_MS
  await allAcknowledged(nats.url)
})

test('attempts while a dependency is unavailable do not count towards the dead letters', async () => {
  const { url } = await startNats()
  let attempts = 0
  startConsumer(
    url,
    async () => {
      attempts += 1
      if (attempts <= 20)
        throw attempts % 2 ? errors.unavailable() : new mongoose.mongo.MongoNetworkError('unavailable')
    },
    QUICK,
  )

  await publishAll(url, [{ likerId: 1, likedId: 2 }])
  await vi.waitFor(() => expect(attempts).toBe(21), WAIT)
  await allAcknowledged(url)
  expect(await deadLettersOf(db).countDocuments()).toBe(0)
})

test('a broken handler does not delay the events of other entities', async () => {
  const { url } = await startNats()
  const handled: number[] = []
  startConsumer(
    url,
    async ({ likerId }) => {
      if (likerId === 1) throw new Error('broken')
      handled.push(likerId)
    },
    { ...QUICK, delayMs: () => 600_000 },
  )

  const broken = Array.from({ length: 200 }, (_, i) => ({ likerId: 1, likedId: 10 + i }))
  await publishAll(url, [...broken, { likerId: 2, likedId: 3 }])
  await vi.waitFor(() => expect(handled).toEqual([2]), WAIT)
})

test('a stopping process finishes its running events, and another process handles the rest once', async () => {
  const { url } = await startNats()
  const handledBy: string[] = []
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const times = { ...QUICK, ackWaitMs: 4_000 }
  const handle = async () => {
    handledBy.push('stopping')
    await isFinished
  }
  const stopping = startConsumer(url, handle, times)
  await publishAll(
    url,
    Array.from({ length: 40 }, (_, i) => ({ likerId: 1, likedId: 10 + i })),
  )
  await vi.waitFor(() => expect(handledBy).toHaveLength(16), WAIT)

  startConsumer(url, async () => void handledBy.push('other'), times)
  const stopped = stopping.stop()
  await vi.waitFor(() => expect(handledBy).toHaveLength(40), WAIT)
  finish()
  await stopped
  await allAcknowledged(url)
  expect(handledBy.filter((name) => name === 'stopping')).toHaveLength(16)
  expect(handledBy).toHaveLength(40)
})

test('an event that ends every process is dead-lettered, and the events beside it are handled', async () => {
  const { url } = await startNats()
  await publishAll(url, [
    { likerId: 1, likedId: 2 },
    { likerId: 3, likedId: 666 },
    { likerId: 4, likedId: 5 },
  ])

  let exits = 0
  for (let isPoisoned = true; isPoisoned; exits++) {
    const child = fork(new URL('crashing-consumer.ts', import.meta.url), [url, mongoUrl], { stdio: 'ignore' })
    const exited = once(child, 'exit')
    const isDead = vi.waitFor(async () => expect(await deadLettersOf(db).countDocuments()).toBe(1), WAIT)
    isPoisoned = await Promise.race([exited.then(() => true), isDead.then(() => false)])
    if (!isPoisoned) await allAcknowledged(url)
    child.kill()
    await exited
  }

  // up to two uncounted deliveries, fewer after a slow start; three counted ones; a last one for the dead letter
  expect(exits).toBeGreaterThanOrEqual(4)
  expect(exits).toBeLessThanOrEqual(6)
  const [letter] = await deadLettersOf(db).find().toArray()
  expect(letter).toMatchObject({ reason: 'CrashedTooOften: 3 processes ended while they handled it' })
  expect(letter?.text).toContain('666')
  expect((await db.collection('handled').distinct('likedId')).toSorted()).toEqual([2, 5])
  expect(await db.collection('event_attempts').countDocuments()).toBe(0)
}, 150_000)

test('the age of the oldest waiting event is measured, and an old consumer gets the new limits', async () => {
  const { url } = await startNats()
  const nc = await connectForTest(url)
  await ensureStream(nc)
  const older = {
    durable_name: 'social',
    filter_subject: 'evt.>',
    ack_policy: AckPolicy.Explicit,
    max_ack_pending: 256,
  }
  await (await nc.jetstreamManager()).consumers.add(EVENTS_STREAM, older)
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isStarted = false
  startConsumer(url, () => {
    isStarted = true
    return isFinished
  })
  await publishAll(url, [{ likerId: 1, likedId: 2 }])
  await vi.waitFor(() => expect(isStarted).toBe(true), WAIT)
  const oldestSeconds = async () => {
    await metricsOf('kit-test')()
    return (await consumerOldest.get()).values[0]?.value
  }

  await vi.waitFor(async () => expect(await oldestSeconds()).toBeGreaterThan(0.5), WAIT)
  finish()
  await vi.waitFor(async () => expect(await oldestSeconds()).toBe(0), WAIT)
  expect((await consumerInfo(url)).config.max_ack_pending).toBe(1_024)
})

test('the stream of an older version gets the new limits and keeps its events', async () => {
  const { url } = await startNats()
  const nc = await connectForTest(url)
  const { streams } = await nc.jetstreamManager()
  await streams.add({ name: EVENTS_STREAM, subjects: [EVENTS_SUBJECTS], max_age: nanos(60_000) })
  const publish = await createEventPublisher(url)
  await publish(likeRemoved, { likerId: 1, likedId: 2 }, { rev: 1 })

  await ensureStream(nc)
  const { config, state } = await streams.info(EVENTS_STREAM)
  expect([config.max_age, state.messages]).toEqual([nanos(KEEP_MS), 1])
})

test('when a consumer is deleted while no request waits for its events, it is created again', async () => {
  const { url } = await startNats()
  const handled = new Set<number>()
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const handle = async ({ likedId }: Like) => {
    await isFinished
    handled.add(likedId)
  }
  startConsumer(url, handle, { ...QUICK, heartbeatMs: 500 })
  // a process holds as many, and requests more when half of them are handled
  const likes = Array.from({ length: 64 }, (_, i) => ({ likerId: 1, likedId: 10 + i }))
  await publishAll(url, likes)
  const manager = await (await connectForTest(url)).jetstreamManager()
  await vi.waitFor(async () => {
    expect((await manager.consumers.info(EVENTS_STREAM, 'social')).num_ack_pending).toBe(likes.length)
  }, WAIT)

  await manager.consumers.delete(EVENTS_STREAM, 'social')
  finish()
  await vi.waitFor(() => expect(handled.size).toBe(likes.length), WAIT)
  await publishAll(url, [{ likerId: 2, likedId: 1 }])
  await vi.waitFor(() => expect(handled).toContain(1), WAIT)
})
