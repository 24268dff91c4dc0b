import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { auditView } from './audit-view.ts'
import type { Moderator } from './case-rules.ts'
import { findCaseFor } from './change-case.ts'
import { toBuffer } from './evidence-store.ts'
import { reportedCaseOf } from './reported-case.ts'

/** The photo of a report of this case, or of the case that this appeal is about; 404 for a report of any other. */
export async function readEvidencePhoto(
  ctx: Ctx,
  moderator: Moderator,
  { caseId, reportId }: { caseId: number; reportId: number },
): Promise<Buffer> {
  const stored = await findCaseFor(ctx, moderator, caseId)
  await auditView(ctx, moderator, stored)
  const reported = await reportedCaseOf(ctx, stored)
  const isOfCase = reported.reports.some(({ id }) => id === reportId)
  const evidence = isOfCase ? await ctx.models.Evidence.findById(reportId, { photo: 1 }).lean() : null
  if (!evidence?.photo) throw new AppError(404, messages.notFound)
  return toBuffer(evidence.photo)
}
