import { randomUUID } from 'node:crypto'
import { decode, encode } from '@zing/kit/nats/connection'
import { natsServersOf } from '@zing/kit/nats/servers'
import { EVENTS_STREAM, type EventContract, type EventOf } from '@zing/proto/nats/events'
import { connect, type NatsConnection, nanos } from 'nats'
import { expect, vi } from 'vitest'
import type { z } from 'zod/mini'
import { afterTestOrFile } from './after-test-or-file.ts'
import { WAIT } from './wait.ts'

/** Records the events that a service publishes to NATS. An id counts once, as in the stream with its `Nats-Msg-Id`. */
export async function recordEvents(natsUrl: string) {
  const nc = await connectForTest(natsUrl)
  const seen = new Map<string, { subject: string; event: unknown }>()
  nc.subscribe('evt.>', {
    callback: (_err, { subject, data }) => {
      const event = decode(data) as { id: string } // set by the relay
      if (!seen.has(event.id)) seen.set(event.id, { subject, event })
    },
  })
  await nc.flush()
  return {
    of<F extends EventContract>(contract: F): EventOf<F>[] {
      return [...seen.values()]
        .filter(({ subject }) => subject === contract.subject)
        .map(({ event }) => event as EventOf<F>)
    },
  }
}

/** Publishes events as their owning service does. `envelope` overrides id, rev, epoch or at, for repeated and outdated events. */
export async function createEventPublisher(natsUrl: string) {
  const nc = await connectForTest(natsUrl)
  return async function publishEvent<F extends EventContract>(
    contract: F,
    payload: z.input<F['payload']>,
    envelope: { id?: string; rev?: number; epoch?: number; at?: string } = {},
  ): Promise<void> {
    const event = { ...payload, id: randomUUID(), rev: 1, epoch: 0, at: new Date().toISOString(), ...envelope }
    await nc.jetstream().publish(contract.subject, encode(event))
  }
}

export async function connectForTest(natsUrl: string): Promise<NatsConnection> {
  const nc = await connect(natsServersOf(natsUrl))
  afterTestOrFile(() => nc.close())
  return nc
}

/** Gives back the event that a killed process held. NATS does so after 10 s. */
export async function giveBackEvent(natsUrl: string, service: string): Promise<void> {
  const nc = await connectForTest(natsUrl)
  const manager = await nc.jetstreamManager()
  const { config } = await manager.consumers.info(EVENTS_STREAM, service)
  await manager.consumers.update(EVENTS_STREAM, service, { ...config, ack_wait: nanos(1) })
  const consumer = await nc.jetstream().consumers.get(EVENTS_STREAM, service)
  const message = await consumer.next({ expires: WAIT.timeout })
  message?.nak()
  await nc.flush()
}

/**
 * Returns a function that waits until a service has handled every published event. NATS counts a message as pending a moment
 * after it has confirmed the publication, so the last sequence number decides.
 */
export async function createEventsHandled(natsUrl: string, service: string): Promise<() => Promise<void>> {
  const nc = await connectForTest(natsUrl)
  const manager = await vi.waitFor(() => nc.jetstreamManager(), WAIT) // a server that has just started may refuse
  return async function eventsHandled() {
    const { state } = await vi.waitFor(() => manager.streams.info(EVENTS_STREAM), WAIT) // a cluster may be electing
    await vi.waitFor(async () => {
      const { ack_floor, num_ack_pending } = await manager.consumers.info(EVENTS_STREAM, service)
      expect(ack_floor.stream_seq).toBeGreaterThanOrEqual(state.last_seq)
      expect(num_ack_pending).toBe(0)
    }, WAIT)
  }
}
