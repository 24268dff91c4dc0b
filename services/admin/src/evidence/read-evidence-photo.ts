import { errors } from '@zing/proto/errors'
import { auditView } from '../audit/audit-view.ts'
import { findCaseFor } from '../cases/change-case.ts'
import { reportedCaseOf } from '../cases/reports/reported-case.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import type { Ctx } from '../context.ts'
import { findEvidencePhoto } from './evidence-store.ts'

/**
 * Reads a photo from the evidence of a report: the selfie, or the photo with this version. The report must belong to
 * this case, or to the case that this appeal is about. 404 for any other report, and for a photo outside its evidence.
 */
export async function readEvidencePhoto(
  ctx: Ctx,
  moderator: Moderator,
  { caseId, reportId, version }: { caseId: number; reportId: number; version?: number | undefined },
): Promise<Buffer> {
  const stored = await findCaseFor(ctx, moderator, caseId)
  await auditView(ctx, moderator, stored)
  const reported = await reportedCaseOf(ctx, stored)
  const isOfCase = reported.reports.some(({ id }) => id === reportId)
  const photo = isOfCase ? await findEvidencePhoto(ctx, reportId, version) : null
  if (!photo) throw errors.notFound()
  return photo
}
