import { type EventHandler, on } from '@zing/kit/facts'
import { blockCreated } from '@zing/proto/nats/facts'
import type { Ctx } from './context.ts'
import { hidePair } from './domain/hide-pair.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [on(blockCreated, (event) => hidePair(ctx, event))]
}
