import type { ModerationCase } from '@zing/proto/moderation'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { auditView } from './audit-view.ts'
import type { Moderator } from './case-rules.ts'
import { toCase, usersInCase } from './case-view.ts'
import { findCaseFor } from './change-case.ts'
import { findEvidence } from './evidence-store.ts'
import { reportedCaseOf } from './reported-case.ts'
import { recordsOf } from './reporter-records.ts'
import { namesOf } from './user-names.ts'

const HISTORY_MAX = 50

/** Returns a case as a moderator sees it. The view is in the audit log before anything is shown. */
export async function getCase(ctx: Ctx, moderator: Moderator, id: number): Promise<ModerationCase> {
  const stored = await findCaseFor(ctx, moderator, id)
  await auditView(ctx, moderator, stored)
  const reported = await reportedCaseOf(ctx, stored)
  const { reports, userId } = reported
  const [evidence, records, others] = await Promise.all([
    findEvidence(
      ctx,
      reports.map((report) => report.id),
    ),
    recordsOf(
      ctx,
      reports.map(({ reporterId }) => reporterId),
    ),
    ctx.models.Case.find({ userId, _id: { $ne: id } }, { outbox: 0 })
      .sort({ openedAt: -1 })
      .limit(HISTORY_MAX)
      .lean<CaseDocument[]>(),
  ])
  const parts = { stored, reported, evidence, records, others }
  return toCase(parts, await namesOf(ctx, usersInCase(parts)), moderator, new Date())
}
