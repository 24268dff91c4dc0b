import type { ModerationCase } from '@zing/proto/moderation/cases'
import { auditView } from '../audit/audit-view.ts'
import type { Ctx } from '../context.ts'
import { findEvidence } from '../evidence/evidence-store.ts'
import type { CaseDocument } from '../models/case.ts'
import type { StoredReport } from '../models/case-parts.ts'
import { type CaseParts, toCase, usersInCase } from './case-view.ts'
import { findCaseFor } from './change-case.ts'
import { judgedCaseToView } from './reports/reported-case.ts'
import { recordsOf } from './reports/reporter-records.ts'
import type { Moderator } from './rules/case-change.ts'
import { namesOf } from './user-names.ts'

const HISTORY_MAX = 50

/** Returns a case as a moderator sees it. The view is in the audit log before anything is shown. */
export async function getCase(ctx: Ctx, moderator: Moderator, id: number): Promise<ModerationCase> {
  const stored = await findCaseFor(ctx, moderator, id)
  const [parts] = await Promise.all([readParts(ctx, moderator, stored), auditView(ctx, moderator, stored)])
  return toCase(parts, await namesOf(ctx, usersInCase(parts)), moderator, new Date())
}

async function readParts(ctx: Ctx, moderator: Moderator, stored: CaseDocument): Promise<CaseParts> {
  const judged = await judgedCaseToView(ctx, moderator, stored)
  const { reports, userId } = judged.reported
  const [evidence, records, others, keptBans] = await Promise.all([
    findEvidence(
      ctx,
      reports.map((report) => report.id),
    ),
    recordsOf(
      ctx,
      reports.map(({ reporterId }) => reporterId),
      moderator,
    ),
    ctx.models.Case.find({ userId, _id: { $ne: stored._id } }, { outbox: 0 })
      .sort({ openedAt: -1 })
      .limit(HISTORY_MAX)
      .lean<CaseDocument[]>(),
    keptBansOf(ctx, reports),
  ])
  return { ...judged, evidence, records, others, keptBans }
}

/** Ban cases that these reports name and that still exist. */
async function keptBansOf({ models }: Ctx, reports: StoredReport[]): Promise<ReadonlySet<number>> {
  const ids = reports.flatMap(({ match }) => match?.caseId ?? [])
  if (ids.length === 0) return new Set()
  const kept = await models.Case.find({ _id: { $in: ids } }, { _id: 1 }).lean()
  return new Set(kept.map(({ _id }) => _id))
}
