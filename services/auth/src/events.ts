import { type EventHandler, on } from '@zing/kit/nats/event-consumer'
import { blockCreated } from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { hidePair } from './domain/hide-pair.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [on(blockCreated, (event) => hidePair(ctx, event))]
}
