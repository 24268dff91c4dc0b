import type { Ctx } from '../context.ts'
import type { CaseDocument, StoredAppeal, StoredDecision } from '../models/case.ts'
import type { Moderator } from './case-change.ts'
import { findCase, findCaseFor } from './change-case.ts'

/** The case whose reports a moderator looks at: of an appeal, the one that it is about. */
export function reportedCaseOf(ctx: Ctx, stored: CaseDocument): Promise<CaseDocument> {
  return stored.appeal ? findCase(ctx, stored.appeal.caseId) : Promise.resolve(stored)
}

/** As `reportedCaseOf`, by the id of the case; 404 for a moderator about whom it is. */
export async function findReportedFor(ctx: Ctx, moderator: Moderator, id: number): Promise<CaseDocument> {
  return reportedCaseOf(ctx, await findCaseFor(ctx, moderator, id))
}

/** The decision that an appeal is about as it is now, since it can be undone while the appeal is open. */
export function appealedDecisionOf(
  { decision }: StoredAppeal,
  reported: Pick<CaseDocument, 'decisions'>,
): StoredDecision {
  return reported.decisions.find(({ id }) => id === decision.id) ?? decision
}

/** The appeals against decisions of these cases. */
export function appealsOf({ models }: Pick<Ctx, 'models'>, caseIds: number[]): Promise<CaseDocument[]> {
  return models.Case.find({ 'appeal.caseId': { $in: caseIds }, kind: 'appeal' }, { outbox: 0 }).lean<CaseDocument[]>()
}
