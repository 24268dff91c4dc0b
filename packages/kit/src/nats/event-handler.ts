import { type EventContract, EventEnvelope, type EventOf } from '@zing/proto/nats/events'
import { z } from 'zod/mini'

/** The part of an event or work item that its handling needs. */
export type HandledEnvelope = Pick<EventEnvelope, 'id' | 'epoch'>

export interface EventHandler {
  subject: string
  schema: z.ZodMiniType<HandledEnvelope>
  keyOf(event: unknown): string
  /** `deliveryCount` is given for work items only; it is 1 for the first delivery. */
  handle(event: unknown, deliveryCount?: number): Promise<void>
}

/** Binds an event contract to the function that handles it. */
export function on<E extends EventContract>(contract: E, handle: (event: EventOf<E>) => Promise<void>): EventHandler {
  const schema = z.intersection(EventEnvelope, contract.payload)
  return {
    subject: contract.subject,
    schema,
    keyOf: (event) => contract.key(event as EventOf<E>), // parsed with `schema`
    handle: (event) => handle(event as EventOf<E>),
  }
}
