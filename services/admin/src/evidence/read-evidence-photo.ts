import { errors } from '@zing/proto/errors'
import { auditView } from '../audit/audit-view.ts'
import { findCaseFor } from '../cases/change-case.ts'
import { reportedCaseOf } from '../cases/reports/reported-case.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import type { Ctx } from '../context.ts'
import { findEvidencePhoto } from './evidence-store.ts'

/**
 * A photo of a report of this case, or of the case that this appeal is about: the selfie, or the one of a version. 404 for a
 * report of any other case, and for a photo that is not part of its evidence.
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
