import { AppError } from '@zing/kit/errors'
import { pathOf } from '@zing/proto/endpoint'
import { messages } from '@zing/proto/http/errors'
import { getEvidencePhoto } from '@zing/proto/http/moderation'
import type { Ctx } from '../context.ts'
import { findCase } from './change-case.ts'
import { toBuffer } from './evidence-store.ts'
import { reportedCaseOf } from './reported-case.ts'

export function evidencePhotoPath(caseId: number, reportId: number): string {
  return pathOf(getEvidencePhoto, { id: caseId, reportId })
}

/** The photo of a report of this case, or of the case that this appeal is about; 404 for a report of any other. */
export async function readEvidencePhoto(ctx: Ctx, caseId: number, reportId: number): Promise<Buffer> {
  const reported = await reportedCaseOf(ctx, await findCase(ctx, caseId))
  const isOfCase = reported.reports.some(({ id }) => id === reportId)
  const evidence = isOfCase && (await ctx.models.Evidence.findById(reportId, { photo: 1 }).lean())
  if (!evidence || !evidence.photo) throw new AppError(404, messages.notFound)
  return toBuffer(evidence.photo)
}
