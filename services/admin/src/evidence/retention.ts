import { EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import { audited } from '../audit/audit.ts'
import { swap } from '../cases/change-case.ts'
import { deleteCase } from '../cases/delete-case.ts'
import { appealsOf } from '../cases/reports/reported-case.ts'
import { aboutCase } from '../cases/rules/case-change.ts'
import { withoutRecognition } from '../cases/rules/case-recognition.ts'
import { withoutWordsOf } from '../cases/rules/case-words.ts'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { evidenceEndOf } from './evidence-end.ts'
import { deleteEvidenceOf } from './evidence-store.ts'

const PAGE = 100

type Deps = Pick<Ctx, 'models' | 'nats' | 'relay' | 'log'>

/**
 * Deletes evidence at its end, see `evidenceEndOf`, together with the words of deleted reporters. If the reported user
 * is deleted too, it deletes the whole case. The outcomes of reports stay, for the reporters' records and the history.
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
    const isGone = await goneUsersOf(deps, page)
    for (const stored of page) {
      if (!isGone(stored.userId) && (await isNeeded(deps, stored, at))) continue
      if (isGone(stored.userId)) await deleteCase(deps, stored)
      else await endEvidence(deps, stored, isGone)
      deleted += 1
    }
    after = page.at(-1)?._id ?? after
    isLast = page.length < PAGE
  }
  return deleted
}

/** Checks the reported users, the reporters and the authors of notes. */
async function goneUsersOf(deps: Deps, cases: CaseDocument[]): Promise<(userId: number) => boolean> {
  const ids = cases.flatMap(({ userId, reports, notes }) => [
    userId,
    ...reports.map(({ reporterId }) => reporterId),
    ...notes.map(({ authorId }) => authorId),
  ])
  const names = await namesOf(deps, ids)
  return (userId) => names.of(userId).username === null
}

async function isNeeded(deps: Deps, stored: CaseDocument, at: Date): Promise<boolean> {
  const end = evidenceEndOf(stored, await appealsOf(deps, [stored._id]))
  return end === null || end > at
}

/** Changes the case first, with its audit entry: a crash leaves evidence without a report, see `deleteOrphans`. */
async function endEvidence(deps: Deps, stored: CaseDocument, isGone: (userId: number) => boolean): Promise<void> {
  const events = [audited(aboutCase(stored, null, 'evidence.deleted'))]
  const { reports, notes } = withoutWordsOf(stored, isGone)
  const set = { hasEvidence: false, reports: reports.map(withoutRecognition), notes }
  const ids = stored.reports.map(({ id }) => id)
  if (await swap(deps, stored, { set, events })) await deleteEvidenceOf(deps.models, ids)
}
