import { errors } from '@zing/proto/errors'
import { CASES_PAGE_SIZE } from '@zing/proto/limits'
import type { AuditAction, AuditEntry } from '@zing/proto/moderation/audit-log'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'
import type { ChainEntry } from '../models/chain.ts'
import type { AuditRecord } from './audit.ts'

/** Actions on held messages, which must stay hidden from their sender. */
const HELD_ACTIONS: readonly AuditAction[] = ['held.viewed', 'held.released', 'held.rejected']
/** Digits of a hash that make a safe integer. */
const SEQ_DIGITS = 12

interface ShownEntry extends ChainEntry {
  record: AuditRecord
}

/** Lists the newest entries first. The caller does not learn who reported them, nor of an open case about them. */
export async function listAudit(
  ctx: Ctx,
  callerId: number,
  { limit = CASES_PAGE_SIZE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const shown: ShownEntry[] = []
  let before = cursor === undefined ? {} : { _id: { $lt: await placeOf(ctx, cursor) } }
  for (let isEnd = false; !isEnd && shown.length <= limit; ) {
    const found = await ctx.models.Audit.find(before)
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<ChainEntry[]>()
    shown.push(...(await shownTo(ctx, callerId, found)))
    before = { _id: { $lt: found.at(-1)?._id ?? 0 } }
    isEnd = found.length <= limit
  }
  const page = shown.slice(0, limit)
  const names = await namesOf(
    ctx,
    page.flatMap(({ record: { actorId, userId } }) => [actorId, userId]).filter((id) => id !== null),
  )
  const userOf = (id: number | null) => (id === null ? null : names.of(id))
  return {
    entries: page.map(({ at, hash, record: { action, actorId, caseId, userId, details } }) => ({
      seq: Number.parseInt(hash.slice(0, SEQ_DIGITS), 16),
      at: at.toISOString(),
      actor: userOf(actorId),
      action,
      caseId,
      user: userOf(userId),
      details,
      hash,
    })),
    next: shown.length > limit ? (page.at(-1)?.entryId ?? null) : null,
  }
}

/** A cursor is the `entryId` of a shown entry: a place in the chain would reveal hidden entries. */
async function placeOf({ models }: Ctx, entryId: string): Promise<number> {
  const entry = await models.Audit.findOne({ entryId }, { _id: 1 }).lean()
  if (!entry) throw errors.invalidCursor()
  return entry._id
}

async function shownTo({ models }: Ctx, callerId: number, found: ChainEntry[]): Promise<ShownEntry[]> {
  const entries = found.map((entry) => ({ ...entry, record: recordFor(callerId, entry) }))
  const caseIds = entries.flatMap(({ record }) => (record.userId === callerId ? (record.caseId ?? []) : []))
  const open =
    caseIds.length === 0 ? [] : await models.Case.find({ _id: { $in: caseIds }, status: 'open' }, { _id: 1 }).lean()
  const openIds = new Set(open.map(({ _id }) => _id))
  return entries.filter(({ record: { userId, caseId, action } }) => {
    if (userId !== callerId) return true
    return !HELD_ACTIONS.includes(action) && !(caseId !== null && openIds.has(caseId))
  })
}

function recordFor(callerId: number, { content }: ChainEntry): AuditRecord {
  const record = JSON.parse(content) as AuditRecord // written by `audit` and by the relay
  const isReportOfCaller = record.action === 'report.created' && record.userId === callerId
  return isReportOfCaller ? { ...record, actorId: null, details: {} } : record
}
