import { randomUUID } from 'node:crypto'
import type { EventContract, EventOf } from '@zing/proto/nats/events'
import { Schema } from 'mongoose'
import type { z } from 'zod/mini'
import { currentTrace, type Trace } from '../observability/trace-context.ts'

/** An unpublished event, in the `outbox` array of its document since the write that caused it. */
export interface OutboxEntry {
  id: string
  subject: string
  epoch: number
  rev: number
  at: Date
  trace?: Trace | null
  payload: unknown
}

/** Schema of an entry: `outbox: { type: [outboxEntry], default: [] }` in a model. */
export const outboxEntry = new Schema(
  {
    id: { type: String, required: true },
    subject: { type: String, required: true },
    epoch: { type: Number, required: true },
    rev: { type: Number, required: true },
    at: { type: Date, required: true },
    trace: { type: new Schema({ requestId: String, traceparent: String }, { _id: false }), default: undefined },
    payload: { type: Schema.Types.Mixed, required: true },
  },
  { _id: false, id: false },
)

/** Index for the relay's sweep; only documents with unpublished events are in it. */
export const outboxIndex = [{ 'outbox.at': 1 }, { partialFilterExpression: { 'outbox.0': { $exists: true } } }] as const

export interface PendingEvent {
  subject: string
  payload: unknown
}

/** Creates an event. Throws if the payload does not match the contract, so no malformed event reaches the stream. */
export function event<E extends EventContract>(contract: E, payload: z.input<E['payload']>): PendingEvent {
  return { subject: contract.subject, payload: contract.payload.parse(payload) }
}

/** Adds id, time and trace to events. Push the result onto `outbox` in the write that causes them. */
export function toOutboxEntries(
  events: PendingEvent[],
  { rev, epoch, at = new Date() }: { rev: number; epoch: number; at?: Date | undefined },
): OutboxEntry[] {
  const trace = currentTrace()
  return events.map(({ subject, payload }) => ({
    id: randomUUID(),
    subject,
    epoch,
    rev,
    at,
    ...(trace && { trace }),
    payload,
  }))
}

/** Resolves once the stream has stored the entry. */
export type Publish = (entry: OutboxEntry) => Promise<void>

/** Returns the event that consumers receive for an entry. */
export function eventOf({ id, epoch, rev, at, payload }: OutboxEntry): EventOf<EventContract> {
  return { ...(payload as object), id, epoch, rev, at: at.toISOString() } // parsed by `event`
}
