import { AppError } from '@zing/proto/errors'
import type { Ctx } from '../../context.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredAppeal, StoredDecision } from '../../models/case-parts.ts'
import { findCase, findCaseFor } from '../change-case.ts'
import { relatedTo } from '../related-users.ts'
import type { Moderator } from '../rules/case-change.ts'

/** The case whose reports a moderator looks at: the case itself, or the case that an appeal is about. */
export function reportedCaseOf(ctx: Ctx, stored: CaseDocument): Promise<CaseDocument> {
  return stored.appeal ? findCase(ctx, stored.appeal.caseId) : Promise.resolve(stored)
}

/** A case with everything that decides who may judge it. */
export interface JudgedCase {
  stored: CaseDocument
  /** See `reportedCaseOf`. */
  reported: CaseDocument
  /** The appeals against decisions of the reported case. */
  appeals: CaseDocument[]
  /** See `relatedTo`. */
  isRelated: boolean
}

/** Loads a case to judge; 404 if it is about the moderator. */
export async function findJudgedFor(ctx: Ctx, moderator: Moderator, id: number): Promise<JudgedCase> {
  const stored = await findCaseFor(ctx, moderator, id)
  return judgedCaseOf(ctx, stored, isRelatedTo(ctx, moderator, stored))
}

/**
 * Like `findJudgedFor`, but to view only: while social is unavailable, nobody counts as related. A claim then fails.
 */
export function judgedCaseToView(ctx: Ctx, moderator: Moderator, stored: CaseDocument): Promise<JudgedCase> {
  const isRelated = isRelatedTo(ctx, moderator, stored).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 503) return false
    throw error
  })
  return judgedCaseOf(ctx, stored, isRelated)
}

async function isRelatedTo(ctx: Ctx, moderator: Moderator, { userId }: CaseDocument): Promise<boolean> {
  return (await relatedTo(ctx, moderator, [userId])).has(userId)
}

async function judgedCaseOf(ctx: Ctx, stored: CaseDocument, relation: Promise<boolean>): Promise<JudgedCase> {
  const reportedId = stored.appeal?.caseId ?? stored._id
  const [reported, appeals, isRelated] = await Promise.all([
    reportedCaseOf(ctx, stored),
    appealsOf(ctx, [reportedId]),
    relation,
  ])
  return { stored, reported, appeals, isRelated }
}

/** The appealed decision in its current state: an admin can undo it while the appeal is open. */
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
