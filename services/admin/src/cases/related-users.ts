import { request } from '@zing/kit/nats/rpc'
import { getRelated } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import type { Moderator } from './rules/case-change.ts'

/**
 * The users of these whom the moderator does not judge: matches, also former ones, who has blocked the moderator or was blocked by
 * them, and who has reported them. Callers must not tell which, since who is reported learns nothing. 503 while social is away.
 */
export async function relatedTo(
  { nats, models }: Ctx,
  { userId }: Moderator,
  otherIds: number[],
): Promise<ReadonlySet<number>> {
  const [{ relatedIds }, cases] = await Promise.all([
    request(nats, getRelated, { userId, otherIds }),
    models.Case.find({ userId, 'reports.reporterId': { $in: otherIds } }, { 'reports.reporterId': 1 }).lean<
      Pick<CaseDocument, 'reports'>[]
    >(),
  ])
  const reporterIds = cases.flatMap(({ reports }) => reports.map(({ reporterId }) => reporterId))
  return new Set([...relatedIds, ...otherIds.filter((id) => reporterIds.includes(id))])
}
