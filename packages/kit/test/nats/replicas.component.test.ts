import { EVENTS_STREAM } from '@zing/proto/nats/events'
import { replicatingNats, startNatsCluster } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import type { NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectNats, type Nats } from '../../src/nats/connection.ts'
import { openDurable } from '../../src/nats/streams/durable-consumer.ts'
import { createPublish, ensureStream } from '../../src/nats/streams/event-stream.ts'
import { createLog } from '../../src/observability/logger.ts'
import { replicasMissing } from '../../src/observability/metrics.ts'

const log = createLog('kit-test', 'silent')
const PING_MS = 500
const CHECK_MS = 200
const SILENCE = 'SIGSTOP' // a killed server is noticed sooner

const limits = { durable: 'social', ackWaitMs: 10_000, maxAckPending: 100 }

async function stateOf(nc: NatsConnection) {
  const { streams, consumers } = await nc.jetstreamManager({ timeout: 2_000 })
  const { config, cluster, state } = await streams.info(EVENTS_STREAM)
  const consumer = await consumers.info(EVENTS_STREAM, limits.durable).catch(() => null)
  const current = (peers: typeof cluster) => 1 + (peers?.replicas ?? []).filter((peer) => peer.current).length
  return {
    replicas: config.num_replicas,
    current: current(cluster),
    ofConsumer: consumer && current(consumer.cluster),
    messages: state.messages,
  }
}

async function missing(): Promise<number | undefined> {
  return (await replicasMissing.get()).values.find(({ labels }) => labels.of === EVENTS_STREAM)?.value
}

let lastId = 0
/** Publishes like the relay of outboxes: again until the stream has confirmed. */
async function publishTo(nats: Nats): Promise<void> {
  lastId += 1
  const entry = { id: `event-${lastId}`, subject: 'evt.test', epoch: 0, rev: 1, at: new Date(), payload: {} }
  const publish = createPublish(nats)
  await vi.waitFor(() => publish(entry), WAIT)
}

/** Opens the consumer, and reads until it has seen `count` events. */
async function readEvents(nats: Nats, count: number): Promise<number> {
  const nc = await nats.connection
  const seen = new Set<number>()
  await vi.waitFor(async () => {
    const consumer = await openDurable(nc, { stream: EVENTS_STREAM, subject: 'evt.>', ...limits })
    for await (const message of await consumer.fetch({ max_messages: count, expires: 1_000 })) {
      seen.add(message.seq)
      await message.ackAck()
      if (seen.size === count) break
    }
    expect(seen.size).toBeGreaterThanOrEqual(count)
  }, WAIT)
  return seen.size
}

const it = test.skipIf(!replicatingNats) // needs nats-server 2.15, of PATH or of pip
const cluster = await startNatsCluster({ isThirdMissing: true })

const nats = connectNats(cluster.urls, 'kit-test', log, { pingMs: PING_MS, replicas: 3, checkMs: CHECK_MS })
const nc = await nats.connection
afterAll(() => nats.drain())

function connectWith(replicas: number): Nats {
  const other = connectNats(cluster.urls, 'kit-test', log, { pingMs: PING_MS, replicas, checkMs: CHECK_MS })
  onTestFinished(() => other.drain())
  return other
}

it('when a server is missing at first, a stream starts with one replica (10.hosts.replicas)', async () => {
  await publishTo(nats)
  await openDurable(nc, { stream: EVENTS_STREAM, subject: 'evt.>', ...limits })
  expect(await stateOf(nc)).toEqual({ replicas: 1, current: 1, ofConsumer: 1, messages: 1 })
  await vi.waitFor(async () => expect(await missing()).toBe(2), WAIT)
})

describe('with the third server', () => {
  beforeAll(() => cluster.startMissing())

  it('when the missing server starts, stream and consumer get replicas (10.hosts.replicas)', async () => {
    await vi.waitFor(async () => {
      expect(await stateOf(nc)).toEqual({ replicas: 3, current: 3, ofConsumer: 3, messages: 1 })
      expect(await missing()).toBe(0)
    }, WAIT)
  })

  it('when replicas are lowered, nothing is lost and no process raises them (10.hosts.replicas)', async () => {
    await ensureStream(nc, connectWith(1).addStream)
    await ensureStream(nc, nats.addStream) // as after a failure
    await vi.waitFor(async () => {
      expect(await stateOf(nc)).toEqual({ replicas: 1, current: 1, ofConsumer: 1, messages: 1 })
    }, WAIT)
    expect(await readEvents(nats, 1)).toBe(1)
    await vi.waitFor(async () => expect(await missing()).toBe(2), WAIT)
  })

  it('when the leader of a stream falls silent, its events go on (10.hosts.nats)', async () => {
    await ensureStream(nc, connectWith(3).addStream)
    await vi.waitFor(async () => expect(await stateOf(nc)).toMatchObject({ current: 3, ofConsumer: 3 }), WAIT)
    const { streams } = await nc.jetstreamManager()
    const { cluster: group } = await streams.info(EVENTS_STREAM)
    const leader = cluster.servers.find(({ name }) => name === group?.leader)
    leader?.signal(SILENCE)
    await publishTo(nats)
    expect(await readEvents(nats, 1)).toBe(1)
    await vi.waitFor(async () => expect(await missing()).toBe(1), WAIT)
  })
})
