import { type EventHandler, on } from '@zing/kit/nats/event-handler'
import {
  appealCreated,
  blockCreated,
  caseClosed,
  caseOpened,
  measureLifted,
  measureTaken,
  userDeleted,
} from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { eraseAccount } from './deletion/erase-account.ts'
import { openAppeal } from './moderation/appeals.ts'
import { applyMeasure, liftMeasure } from './moderation/apply-measures.ts'
import { noteClosedCase, noteOpenCase } from './moderation/note-case.ts'
import { hidePair } from './photos/hide-pair.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [
    on(blockCreated, (event) => hidePair(ctx, event)),
    on(userDeleted, async ({ userId }) => void (await eraseAccount(ctx, userId))), // after a crash in the middle of a deletion
    on(measureTaken, (event) => applyMeasure(ctx, event)),
    on(measureLifted, (event) => liftMeasure(ctx, event)),
    on(caseOpened, (event) => noteOpenCase(ctx, event)),
    on(caseClosed, (event) => noteClosedCase(ctx, event)),
    on(appealCreated, (event) => openAppeal(ctx, event)),
  ]
}
