import type { ExportedAppeal, ExportedDecision } from '@zing/proto/nats/rpc/admin'
import { encodeCursor, openedAfter } from '../cases/page-cursor.ts'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import type { StoredDecision } from '../models/case-parts.ts'
import { currentEpoch } from '../reset/current-epoch.ts'

/** This many cases fit a NATS message, even with the longest words. */
const CASES_PER_PAGE = 50

interface Page<Item> {
  items: Item[]
  next: string | null
}

/** A page of the decisions about a user, the oldest case first. The user was notified of them, and not of reports. */
export async function exportDecisions(ctx: Ctx, userId: number, after: string): Promise<Page<ExportedDecision>> {
  return pageOfCases(ctx, { userId, kind: 'report', after }, ({ decisions }) =>
    decisions
      .filter(({ action }) => action !== 'dismiss')
      .map(({ id, action, reason, text, field, decidedAt, until, undoneAt }) => ({
        ...{ id, action, reason, text, field },
        decidedAt: decidedAt.toISOString(),
        until: until?.toISOString() ?? null,
        undoneAt: undoneAt?.toISOString() ?? null,
      })),
  )
}

/** A page of the appeals that a user has made, the oldest first. */
export async function exportAppeals(ctx: Ctx, userId: number, after: string): Promise<Page<ExportedAppeal>> {
  return pageOfCases(ctx, { userId, kind: 'appeal', after }, ({ _id, appeal, decisions }) => {
    if (!appeal) return []
    const decided = decisions.findLast(({ undoneAt }) => undoneAt === null)
    return [
      {
        id: _id,
        decisionId: appeal.decision.id,
        text: appeal.text,
        createdAt: appeal.createdAt.toISOString(),
        status: statusOf(decided),
        answer: decided?.text ?? null,
        decidedAt: decided?.decidedAt.toISOString() ?? null,
      },
    ]
  })
}

function statusOf(decided: StoredDecision | undefined): ExportedAppeal['status'] {
  if (!decided) return 'open'
  return decided.action === 'lift' ? 'lifted' : 'refused'
}

type Exported = Pick<CaseDocument, '_id' | 'openedAt' | 'decisions' | 'appeal'>

async function pageOfCases<Item>(
  ctx: Ctx,
  { userId, kind, after }: Pick<CaseDocument, 'userId' | 'kind'> & { after: string },
  itemsOf: (found: Exported) => Item[],
): Promise<Page<Item>> {
  const epoch = { $gte: await currentEpoch(ctx) }
  const wanted = { userId, kind, epoch, ...openedAfter(after) }
  const found = await ctx.models.Case.find(wanted, { openedAt: 1, decisions: 1, appeal: 1 })
    .sort({ openedAt: 1, _id: 1 })
    .limit(CASES_PER_PAGE)
    .lean<Exported[]>()
  const last = found.length === CASES_PER_PAGE ? found.at(-1) : undefined
  return { items: found.flatMap(itemsOf), next: last ? encodeCursor({ at: last.openedAt, id: last._id }) : null }
}
