import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { Moderator } from '../cases/rules/case-change.ts'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { audit } from './audit.ts'

/** Views of one moderator within this time are one entry of the audit log. */
const VIEW_MS = 10 * 60 * 1_000

/** Adds the view of a case to the audit log; called before any evidence is shown. */
export async function auditView(
  ctx: Ctx,
  { userId: actorId }: Moderator,
  { _id: caseId, userId }: CaseDocument,
): Promise<void> {
  const entryId = `view:${caseId}:${actorId}:${Math.floor(Date.now() / VIEW_MS)}`
  if (await ctx.models.Audit.exists({ entryId })) return // the page of a claimed case is fetched every few seconds
  await audit(ctx, { action: 'case.viewed', actorId, caseId, userId, details: {} }, entryId)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: actorId, action: 'case.viewed', caseId })
}

/** As `auditView`, for the held messages of these senders. */
export async function auditHeldViews(ctx: Ctx, { userId: actorId }: Moderator, senderIds: number[]): Promise<void> {
  for (const userId of senderIds) {
    const record = { action: 'held.viewed' as const, actorId, caseId: null, userId, details: {} }
    await audit(ctx, record, `held:${userId}:${actorId}:${Math.floor(Date.now() / VIEW_MS)}`)
  }
  if (senderIds.length > 0) logSecurityEvent(ctx.log, 'authz_admin', { userId: actorId, action: 'held.viewed' })
}
