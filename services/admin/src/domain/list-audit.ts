import { CASES_PAGE_SIZE } from '@zing/proto/limits'
import type { AuditEntry } from '@zing/proto/moderation/audit-log'
import type { Ctx } from '../context.ts'
import type { ChainEntry } from '../models/chain.ts'
import type { AuditRecord } from './audit.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import { namesOf } from './user-names.ts'

/** The newest entries first. Who reported the caller is left out. */
export async function listAudit(
  ctx: Ctx,
  callerId: number,
  { limit = CASES_PAGE_SIZE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const before = cursor === undefined ? {} : { _id: { $lt: decodeCursor(cursor).id } }
  const found = await ctx.models.Audit.find(before)
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<ChainEntry[]>()
  const page = found.slice(0, limit).map((entry) => ({ ...entry, record: recordFor(callerId, entry) }))
  const last = found.length > limit ? page.at(-1) : undefined
  const names = await namesOf(
    ctx,
    page.flatMap(({ record: { actorId, userId } }) => [actorId, userId]).filter((id) => id !== null),
  )
  const userOf = (id: number | null) => (id === null ? null : names.of(id))
  return {
    entries: page.map(({ _id, at, hash, record: { action, actorId, caseId, userId, details } }) => ({
      seq: _id,
      at: at.toISOString(),
      actor: userOf(actorId),
      action,
      caseId,
      user: userOf(userId),
      details,
      hash,
    })),
    next: last ? encodeCursor({ at: last.at, id: last._id }) : null,
  }
}

function recordFor(callerId: number, { content }: ChainEntry): AuditRecord {
  const record = JSON.parse(content) as AuditRecord // written by `audit` and by the relay
  const isReportOfCaller = record.action === 'report.created' && record.userId === callerId
  return isReportOfCaller ? { ...record, actorId: null, details: {} } : record
}
