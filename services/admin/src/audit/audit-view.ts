import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { Moderator } from '../cases/rules/case-change.ts'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { audit } from './audit.ts'

/** Repeated views by one moderator within this time share one audit entry. */
const VIEW_MS = 10 * 60 * 1_000

/** Adds the view of a case to the audit log. Callers do so before they show any evidence. */
export async function auditView(
  ctx: Ctx,
  { userId: actorId }: Moderator,
  { _id: caseId, userId }: CaseDocument,
): Promise<void> {
  const entryId = `view:${caseId}:${actorId}:${Math.floor(Date.now() / VIEW_MS)}`
  if (await ctx.models.Audit.exists({ entryId })) return // the client fetches the page of a claimed case every few seconds
  await audit(ctx, { action: 'case.viewed', actorId, caseId, userId, details: {} }, entryId)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: actorId, action: 'case.viewed', caseId })
}

/** Adds a view of the held messages to the audit log, for each of these senders. */
export async function auditHeldViews(ctx: Ctx, { userId: actorId }: Moderator, senderIds: number[]): Promise<void> {
  for (const userId of senderIds) {
    const record = { action: 'held.viewed' as const, actorId, caseId: null, userId, details: {} }
    await audit(ctx, record, `held:${userId}:${actorId}:${Math.floor(Date.now() / VIEW_MS)}`)
  }
  if (senderIds.length > 0) logSecurityEvent(ctx.log, 'authz_admin', { userId: actorId, action: 'held.viewed' })
}
