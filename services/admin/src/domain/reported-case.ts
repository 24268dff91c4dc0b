import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { findCase } from './change-case.ts'

/** The case whose reports a moderator looks at: of an appeal, the one that it is about. */
export function reportedCaseOf(ctx: Ctx, stored: CaseDocument): Promise<CaseDocument> {
  return stored.appeal ? findCase(ctx, stored.appeal.caseId) : Promise.resolve(stored)
}
