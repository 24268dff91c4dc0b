import type { ExportedReport } from '@zing/proto/nats/rpc/admin'
import { encodeCursor, openedAfter } from '../cases/page-cursor.ts'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { currentEpoch } from '../reset/current-epoch.ts'

/** This many reports fit a NATS message, even with the longest texts. */
const REPORTS_PER_PAGE = 100

/** A page of the reports that a user has made, oldest case first. Reporters do not learn the outcomes. */
export async function exportReports(
  ctx: Ctx,
  userId: number,
  after: string,
): Promise<{ items: ExportedReport[]; next: string | null }> {
  const epoch = { $gte: await currentEpoch(ctx) }
  const ofReporter = { reporterId: userId }
  const found = await ctx.models.Case.find(
    { 'reports.reporterId': userId, epoch, ...openedAfter(after) },
    { userId: 1, openedAt: 1, reports: { $elemMatch: ofReporter } }, // a case has one report by each user
  )
    .sort({ openedAt: 1, _id: 1 })
    .limit(REPORTS_PER_PAGE)
    .lean<Pick<CaseDocument, '_id' | 'userId' | 'openedAt' | 'reports'>[]>()
  const last = found.length === REPORTS_PER_PAGE ? found.at(-1) : undefined
  return {
    items: found.flatMap(({ userId: reportedId, reports }) =>
      reports.map(({ id, category, text, createdAt }) => ({
        id,
        userId: reportedId,
        category,
        text,
        createdAt: createdAt.toISOString(),
      })),
    ),
    next: last ? encodeCursor({ at: last.openedAt, id: last._id }) : null,
  }
}
