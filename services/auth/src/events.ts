import { type EventHandler, on } from '@zing/kit/nats/event-handler'
import {
  appealCreated,
  blockCreated,
  blockRemoved,
  caseClosed,
  caseOpened,
  sanctionImposed,
  sanctionLifted,
  userDeleted,
} from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { eraseAccount } from './deletion/erase-account.ts'
import { openAppeal } from './moderation/appeals.ts'
import { applySanction, liftSanction } from './moderation/apply-sanctions.ts'
import { noteClosedCase, noteOpenCase } from './moderation/note-case.ts'
import { hidePair, showPair } from './photos/hide-pair.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [
    on(blockCreated, (event) => hidePair(ctx, event)),
    on(blockRemoved, (event) => showPair(ctx, event)),
    on(userDeleted, async ({ userId }) => void (await eraseAccount(ctx, userId))), // after a crash during a deletion
    on(sanctionImposed, (event) => applySanction(ctx, event)),
    on(sanctionLifted, (event) => liftSanction(ctx, event)),
    on(caseOpened, (event) => noteOpenCase(ctx, event)),
    on(caseClosed, (event) => noteClosedCase(ctx, event)),
    on(appealCreated, (event) => openAppeal(ctx, event)),
  ]
}
