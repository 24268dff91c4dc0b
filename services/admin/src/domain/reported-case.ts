import type { Ctx } from '../context.ts'
import type { CaseDocument, StoredAppeal, StoredDecision } from '../models/case.ts'
import type { Moderator } from './case-change.ts'
import { findCase, findCaseFor } from './change-case.ts'

/** The case whose reports a moderator looks at: of an appeal, the one that it is about. */
export function reportedCaseOf(ctx: Ctx, stored: CaseDocument): Promise<CaseDocument> {
  return stored.appeal ? findCase(ctx, stored.appeal.caseId) : Promise.resolve(stored)
}

/** A case with what else decides who may judge it. */
export interface JudgedCase {
  stored: CaseDocument
  /** See `reportedCaseOf`. */
  reported: CaseDocument
  /** The appeals against decisions of the reported case. */
  appeals: CaseDocument[]
}

/** 404 for a moderator about whom the case is. */
export async function findJudgedFor(ctx: Ctx, moderator: Moderator, id: number): Promise<JudgedCase> {
  return judgedCaseOf(ctx, await findCaseFor(ctx, moderator, id))
}

export async function judgedCaseOf(ctx: Ctx, stored: CaseDocument): Promise<JudgedCase> {
  const reportedId = stored.appeal?.caseId ?? stored._id
  const [reported, appeals] = await Promise.all([reportedCaseOf(ctx, stored), appealsOf(ctx, [reportedId])])
  return { stored, reported, appeals }
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
