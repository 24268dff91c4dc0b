import { type EventContract, EventEnvelope, type EventOf } from '@zing/proto/nats/events'
import { z } from 'zod/mini'

/** What handling needs to know of an event, or of other work. */
export type HandledEnvelope = Pick<EventEnvelope, 'id' | 'epoch'>

export interface EventHandler {
  subject: string
  schema: z.ZodMiniType<HandledEnvelope>
  keyOf(event: unknown): string
  /** `deliveryCount` is given for work, and is 1 for its first delivery. */
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
