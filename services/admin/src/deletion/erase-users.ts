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
 * Removes data that names deleted users: admin sessions, times of reports, claims of held messages, and users of PIN
 * attempts. The attempts stay used. `deleteOldEvidence` deletes the words in cases with evidence. There is no
 * tombstone: data from a late request expires, or the next `eraseMissed` removes it.
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

/** Handles cases without evidence: deletes cases about these users, and removes their words from cases about others. */
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

/** Another run may have deleted the case meanwhile. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.status !== 404) throw error
}

/** Erases users whose deletion broadcast this service has missed. */
export function eraseMissed(ctx: Deps & Pick<Ctx, 'nats'>): Promise<void> {
  return forEachPage(ctx.nats, getDeletedUserPage, (deleted) =>
    eraseUsers(
      ctx,
      deleted.map(({ userId }) => userId),
    ),
  )
}
