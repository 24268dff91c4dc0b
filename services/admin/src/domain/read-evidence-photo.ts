import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { auditView } from './audit-view.ts'
import type { Moderator } from './case-change.ts'
import { findCaseFor } from './change-case.ts'
import { findEvidencePhoto } from './evidence-store.ts'
import { reportedCaseOf } from './reported-case.ts'

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
