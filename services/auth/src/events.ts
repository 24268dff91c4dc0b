import { type EventHandler, on } from '@zing/kit/nats/event-consumer'
import { appealCreated, blockCreated, measureLifted, measureTaken, userDeleted } from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { useAppeal } from './domain/appeals.ts'
import { applyMeasure, liftMeasure } from './domain/apply-measures.ts'
import { eraseAccount } from './domain/erase-account.ts'
import { hidePair } from './domain/hide-pair.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [
    on(blockCreated, (event) => hidePair(ctx, event)),
    on(userDeleted, ({ userId }) => eraseAccount(ctx, userId)), // after a crash in the middle of a deletion
    on(measureTaken, (event) => applyMeasure(ctx, event)),
    on(measureLifted, (event) => liftMeasure(ctx, event)),
    on(appealCreated, (event) => useAppeal(ctx, event)),
  ]
}
