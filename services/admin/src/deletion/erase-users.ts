import { forEachPage } from '@zing/kit/nats/reconcile'
import { AppError } from '@zing/proto/errors'
import { getDeletedUserPage } from '@zing/proto/nats/rpc/auth'
import { audited } from '../audit/audit.ts'
import { changeCase } from '../cases/change-case.ts'
import { deleteCase } from '../cases/delete-case.ts'
import { aboutCase, type CaseChange } from '../cases/rules/case-change.ts'
import { hasWordsOf, withoutWordsOf } from '../cases/rules/case-words.ts'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { PIN_ID } from '../models/pin.ts'

/** Not the id of any user. */
const NO_USER = 0

type Deps = Pick<Ctx, 'models' | 'relay' | 'log'>

/**
 * Removes what names deleted users: their admin sessions, the times of their reports, claims of their held messages, and whose
 * PIN attempts were used; the attempts stay used. What cases with evidence say is deleted by `deleteOldEvidence`. There is no
 * tombstone: what a request in flight stores expires, or is removed by the next run of `eraseMissed`.
 */
export async function eraseUsers(deps: Deps, userIds: number[]): Promise<void> {
  const { models } = deps
  const isErased = { $in: userIds }
  await models.AdminSession.deleteMany({ userId: isErased })
  await models.Reporter.deleteMany({ _id: isErased })
  await models.HeldClaim.deleteMany({ _id: isErased })
  await models.Pin.updateOne(
    { _id: PIN_ID, 'used.userId': isErased },
    { $set: { 'used.$[attempt].userId': NO_USER } },
    { arrayFilters: [{ 'attempt.userId': isErased }] },
  )
  await eraseFromOldCases(deps, userIds)
}

/** Of cases whose evidence is deleted: those about these users go, and their words from those about others. */
async function eraseFromOldCases(deps: Deps, userIds: number[]): Promise<void> {
  const isErased = { $in: userIds }
  const words = { reporterId: isErased, text: { $ne: null } }
  const isAbout = [{ userId: isErased }, { reports: { $elemMatch: words } }, { 'notes.authorId': isErased }]
  const found = deps.models.Case.find({ kind: 'report', hasEvidence: false, $or: isAbout }, { outbox: 0 })
  for await (const stored of found.lean<CaseDocument[]>().cursor()) {
    if (userIds.includes(stored.userId)) await deleteCase(deps, stored)
    else await changeCase(deps, stored._id, (before) => withoutErased(before, userIds)).catch(ignoreGone)
  }
}

function withoutErased(before: CaseDocument, userIds: number[]): CaseChange | null {
  if (!userIds.some((userId) => hasWordsOf(before, userId))) return null
  const set = withoutWordsOf(before, (userId) => userIds.includes(userId))
  return { set, events: [audited(aboutCase(before, null, 'words.deleted'))] }
}

/** Of a case that was deleted meanwhile. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.status !== 404) throw error
}

/** Erases users whose deletion this service has missed: its broadcast may be lost. */
export function eraseMissed(ctx: Deps & Pick<Ctx, 'nats'>): Promise<void> {
  return forEachPage(ctx.nats, getDeletedUserPage, (deleted) =>
    eraseUsers(
      ctx,
      deleted.map(({ userId }) => userId),
    ),
  )
}
