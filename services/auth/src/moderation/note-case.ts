import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { caseClosed, caseOpened, EventOf } from '@zing/proto/nats/events'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import type { ReportCase } from '../models/user-parts.ts'
import { withCleared } from '../photos/veils.ts'
import { withCase } from './report-cases.ts'

interface NotedCase extends ReportCase {
  userId: number
  clearedPhotos?: number[] | undefined
}

/** Notes in the reported account that the case is open. A repeated or late event changes nothing. */
export function noteOpenCase(ctx: Ctx, { userId, caseId, rev }: EventOf<typeof caseOpened>): Promise<void> {
  return noteCase(ctx, { userId, caseId, rev, isOpen: true })
}

/** Notes in the reported account that the case is closed, and shows the photos that it has cleared. A repeated or late event changes nothing. */
export function noteClosedCase(
  ctx: Ctx,
  { userId, caseId, rev, clearedPhotos }: EventOf<typeof caseClosed>,
): Promise<void> {
  return noteCase(ctx, { userId, caseId, rev, isOpen: false, clearedPhotos })
}

export async function noteCase(
  ctx: Ctx,
  { userId, caseId, rev, isOpen, clearedPhotos = [] }: NotedCase,
): Promise<void> {
  const after = (before: UserDocument) => {
    const changed = { ...withCase(before, { caseId, rev, isOpen }), ...withCleared(before, clearedPhotos) }
    return Object.keys(changed).length > 0 ? { ...before, ...changed } : null
  }
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  if (user && after(user)) await changeUser(ctx, userId, after)
}
