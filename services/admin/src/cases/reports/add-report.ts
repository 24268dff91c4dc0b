import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { PendingEvent } from '@zing/kit/nats/outbox'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../../context.ts'
import { outboxOf } from '../../evidence/case-seal.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredReport } from '../../models/case-parts.ts'
import { swap } from '../change-case.ts'
import { openingOf } from '../rules/case-change.ts'
import { dueAtOf } from '../rules/report-priority.ts'
import { namesOf } from '../user-names.ts'
import { newCase, reportAudit, withReport } from './case-reports.ts'
import { NO_RECORD, recordsOf } from './reporter-records.ts'

const MAX_ATTEMPTS = 20

interface NewReport {
  userId: number
  report: StoredReport
  epoch: number
  /** The user whom the audit log names; null for the system. */
  actorId: number | null
  /** Outbox entries stored with the report, besides its audit entry. */
  effects?: PendingEvent[]
}

/**
 * Adds the report to the open case about the user, or opens a case. A unique index allows one such case. Returns the id
 * of the case.
 */
export async function addReport(ctx: Ctx, added: NewReport): Promise<number> {
  const { userId, report } = added
  const { reporterId } = report
  const [records, names] = await Promise.all([recordsOf(ctx, [reporterId]), namesOf(ctx, [reporterId])])
  const record = records.get(reporterId) ?? NO_RECORD
  const { newHours } = ctx.settings.current().settings.trust
  const dueAt = dueAtOf(report, { record, registeredAt: names.createdAtOf(reporterId), newHours })
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = { userId, kind: 'report' as const, status: 'open' as const }
    const before = await ctx.models.Case.findOne(open, { outbox: 0 }).lean<CaseDocument>()
    ensureInTime()
    const stored = before ? await addToCase(ctx, before, added, dueAt) : await openCase(ctx, added, dueAt)
    if (stored) return stored._id
  }
  throw errors.busy()
}

/** Null if the case has changed since it was read. */
function addToCase(
  ctx: Ctx,
  before: CaseDocument,
  { report, actorId, effects = [] }: NewReport,
  dueAt: Date,
): Promise<CaseDocument | null> {
  const { set, events } = withReport(before, report, dueAt, actorId)
  return swap(ctx, before, { set, events: [...effects, ...events] })
}

/** Null if another report has just opened a case. */
async function openCase(
  ctx: Ctx,
  { userId, report, epoch, actorId, effects = [] }: NewReport,
  dueAt: Date,
): Promise<CaseDocument | null> {
  const opened = newCase(await ctx.ids.cases.next(), { userId, report, dueAt, epoch })
  const outbox = outboxOf(opened, [...effects, reportAudit(opened, report, actorId), ...openingOf(opened)])
  try {
    await ctx.models.Case.create({ ...opened, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
  ctx.relay.wake()
  return opened
}
