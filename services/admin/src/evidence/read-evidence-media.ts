import { errors } from '@zing/proto/errors'
import { auditView } from '../audit/audit-view.ts'
import { findCaseFor } from '../cases/change-case.ts'
import { reportedCaseOf } from '../cases/reports/reported-case.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import type { Ctx } from '../context.ts'
import { findEvidenceMedia, type SealedMedia } from './evidence-store.ts'

/** Reads the photo or recording of a marked message from the evidence of a case. 404 for any other medium. */
export async function readEvidenceMedia(
  ctx: Ctx,
  moderator: Moderator,
  { caseId, mediaId }: { caseId: number; mediaId: number },
): Promise<SealedMedia & { bytes: Buffer }> {
  const stored = await findCaseFor(ctx, moderator, caseId)
  await auditView(ctx, moderator, stored)
  const { reports } = await reportedCaseOf(ctx, stored)
  const found = await findEvidenceMedia(
    ctx,
    reports.map(({ id }) => id),
    mediaId,
  )
  if (!found) throw errors.notFound()
  return found
}
