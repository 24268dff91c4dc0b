import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { audited } from './audit.ts'
import { aboutCase } from './case-change.ts'
import { swap } from './change-case.ts'
import { deleteCase } from './delete-case.ts'
import { appealsOf } from './reported-case.ts'
import { namesOf } from './user-names.ts'

/** Time after the end of a case in which its evidence is still needed, for example for an appeal. */
export const EVIDENCE_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
const PAGE = 100

type Deps = Pick<Ctx, 'models' | 'nats' | 'relay' | 'log'>

/**
 * Deletes the evidence of cases that have been closed for EVIDENCE_KEPT_MS, unless their measure still holds or an appeal is
 * open; of a user who is gone the case too. What became of a report stays, for the reporters' records and the history.
 */
export async function deleteOldEvidence(deps: Deps, at: Date): Promise<number> {
  const closedAt = { $lt: new Date(at.getTime() - EVIDENCE_KEPT_MS) }
  const old = { status: 'closed' as const, kind: 'report' as const, closedAt, hasEvidence: true }
  let deleted = 0
  for (let after = 0, isLast = false; !isLast; ) {
    const page = await deps.models.Case.find({ ...old, _id: { $gt: after } }, { outbox: 0 })
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean<CaseDocument[]>()
    const names = await namesOf(
      deps,
      page.map(({ userId }) => userId),
    )
    for (const stored of page) {
      const isGone = names.of(stored.userId).username === null
      if (!isGone && (await isNeeded(deps, stored, at))) continue
      if (isGone) await deleteCase(deps, stored)
      else await deleteEvidenceOf(deps, stored)
      deleted += 1
    }
    after = page.at(-1)?._id ?? after
    isLast = page.length < PAGE
  }
  return deleted
}

async function isNeeded(deps: Deps, { _id, decisions }: CaseDocument, at: Date): Promise<boolean> {
  const appeals = await appealsOf(deps, [_id])
  if (appeals.some(({ status }) => status === 'open')) return true
  const isLifted = appeals.some((appeal) => lastOf(appeal)?.action === 'lift')
  const decision = lastOf({ decisions })
  if (!decision || isLifted) return false
  return decision.action === 'ban' || Boolean(decision.until && decision.until > at)
}

/** The decision that counts. */
function lastOf({ decisions }: Pick<CaseDocument, 'decisions'>) {
  const decision = decisions.at(-1)
  return decision?.undoneAt ? undefined : decision
}

/** The case first, with its entry for the log: what a crash leaves is evidence without a report, see `deleteOrphans`. */
async function deleteEvidenceOf(deps: Deps, stored: CaseDocument): Promise<void> {
  const events = [audited(aboutCase(stored, null, 'evidence.deleted'))]
  const changed = await swap(deps, stored, { set: { hasEvidence: false }, events })
  if (changed) await deps.models.Evidence.deleteMany({ _id: { $in: stored.reports.map(({ id }) => id) } })
}
