import { CASES_PAGE_SIZE } from '@zing/proto/limits'
import type { CaseSummary } from '@zing/proto/moderation/cases'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import { reporterInSummary, toSummary, usersInSummary } from './case-view.ts'
import { decodeCursor, encodeCursor, type PagePosition } from './page-cursor.ts'
import { recordsOf } from './reports/reporter-records.ts'
import type { Moderator } from './rules/case-change.ts'
import { namesOf } from './user-names.ts'

export interface CaseQuery {
  status?: 'open' | 'closed' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Lists open cases in the order in which they are due, or closed cases, newest first. Leaves out a case about the
 * moderator: a reported user learns nothing.
 */
export async function listCases(
  ctx: Ctx,
  moderator: Moderator,
  { status = 'open', limit = CASES_PAGE_SIZE, cursor }: CaseQuery,
): Promise<{ cases: CaseSummary[]; next: string | null }> {
  const epoch = { $gte: await currentEpoch(ctx) }
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const found = await ctx.models.Case.find(
    {
      status,
      epoch,
      userId: { $ne: moderator.userId },
      ...(status === 'open' ? dueAfter(after) : closedBefore(after)),
    },
    { outbox: 0 },
  )
    .sort(status === 'open' ? { dueAt: 1, _id: 1 } : { closedAt: -1, _id: -1 })
    .limit(limit + 1) // one more shows whether there is a next page
    .lean<CaseDocument[]>()
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const at = last && (status === 'open' ? last.dueAt : last.closedAt)
  const [names, records] = await Promise.all([
    namesOf(ctx, page.flatMap(usersInSummary)),
    recordsOf(
      ctx,
      page.flatMap((stored) => reporterInSummary(stored) ?? []),
      moderator,
    ),
  ])
  const parts = { names, records, at: new Date() }
  return {
    cases: page.map((stored) => toSummary(stored, parts)),
    next: last && at ? encodeCursor({ at, id: last._id }) : null,
  }
}

function dueAfter(after: PagePosition | null) {
  return after && { dueAt: { $gte: after.at }, $or: [{ dueAt: { $gt: after.at } }, { _id: { $gt: after.id } }] }
}

function closedBefore(after: PagePosition | null) {
  return after && { closedAt: { $lte: after.at }, $or: [{ closedAt: { $lt: after.at } }, { _id: { $lt: after.id } }] }
}
