import { request } from '@zing/kit/nats/rpc'
import { getRelated } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'
import type { Moderator } from './rules/case-change.ts'

/**
 * Returns the users among `otherIds` whom the moderator must not judge. These are current and former matches, blocked
 * and blocking users, and users who reported the moderator. Callers must not tell which, since a reported user learns
 * nothing. 503 while social is unavailable.
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
