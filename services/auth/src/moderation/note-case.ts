import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { caseClosed, caseOpened, EventOf } from '@zing/proto/nats/events'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import type { ReportCase } from '../models/user-parts.ts'
import { withCase } from './report-cases.ts'

type CaseEvent = EventOf<typeof caseOpened | typeof caseClosed>

/** Notes in the reported account that the case is open. A repeated or late event changes nothing. */
export function noteOpenCase(ctx: Ctx, { userId, caseId, rev }: CaseEvent): Promise<void> {
  return noteCase(ctx, { userId, caseId, rev, isOpen: true })
}

/** Notes in the reported account that the case is closed. A repeated or late event changes nothing. */
export function noteClosedCase(ctx: Ctx, { userId, caseId, rev }: CaseEvent): Promise<void> {
  return noteCase(ctx, { userId, caseId, rev, isOpen: false })
}

export async function noteCase(
  ctx: Ctx,
  { userId, caseId, rev, isOpen }: ReportCase & { userId: number },
): Promise<void> {
  const changed = { caseId, rev, isOpen }
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  if (!user || !withCase(user, changed)) return
  await changeUser(ctx, userId, (before) => ({ ...before, ...withCase(before, changed) }))
}
