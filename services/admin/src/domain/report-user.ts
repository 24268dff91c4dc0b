import { AppError } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/http/deadline'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { toOutboxEntries } from '@zing/kit/nats/outbox'
import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { BodyOf } from '@zing/proto/endpoint'
import { messages } from '@zing/proto/http/errors'
import type { reportUser as contract } from '@zing/proto/http/reports'
import { blockForReporter, getReportable } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import type { CaseDocument, StoredReport } from '../models/case.ts'
import { newCase, reportAudit, reportOpen, withReport } from './case-rules.ts'
import { swap } from './change-case.ts'
import { currentEpoch } from './current-epoch.ts'
import { deleteEvidence, storeEvidence } from './evidence-store.ts'
import { dueAtOf } from './report-priority.ts'
import { refundReport, takeReport } from './report-quota.ts'
import { recordsOf } from './reporter-records.ts'
import { takeEvidence } from './take-evidence.ts'

const MAX_ATTEMPTS = 20

/**
 * Stores a report with its evidence. The write to the case is the last one: what fails before it leaves no report, and the
 * call can be repeated, since the block, which comes first, is idempotent and hides nothing from a report.
 */
export async function reportUser(ctx: Ctx, reporterId: number, body: BodyOf<typeof contract>): Promise<{ id: number }> {
  const { userId, category, messageIds = [], block } = body
  const text = body.text ?? null
  if (reporterId === userId) throw new AppError(400, messages.ownReport)
  const { isReportable } = await request(ctx.nats, getReportable, { reporterId, userId })
  if (!isReportable) throw new AppError(404, messages.userNotFound)
  const epoch = await currentEpoch(ctx)
  await requireNoOpenReport(ctx, reporterId, userId)

  const evidence = await takeEvidence(ctx, { reporterId, userId, marked: [...new Set(messageIds)] })
  if (block) await request(ctx.nats, blockForReporter, { blockerId: reporterId, blockedId: userId })

  ensureInTime()
  const id = await ctx.ids.reports.next()
  const report: StoredReport = { id, reporterId, category, text, createdAt: evidence.takenAt }
  await takeReport(ctx, reporterId, id)
  try {
    await storeEvidence(ctx, { reportId: id, reporterId, userId, category, text }, evidence, epoch)
    await addReport(ctx, { userId, report, epoch })
  } catch (error) {
    // after any other error the report may have been stored and needs its evidence
    if (error instanceof AppError) await Promise.all([deleteEvidence(ctx, id), refundReport(ctx, reporterId, id)])
    throw error
  }
  logSecurityEvent(ctx.log, 'authz_change', { userId: reporterId, change: 'report', reportId: id })
  return { id }
}

/** Avoids the work; the write to the case decides. */
async function requireNoOpenReport({ models }: Ctx, reporterId: number, userId: number): Promise<void> {
  const open = { userId, kind: 'report' as const, status: 'open' as const, 'reports.reporterId': reporterId }
  if (await models.Case.exists(open)) throw reportOpen()
}

interface NewReport {
  userId: number
  report: StoredReport
  epoch: number
}

/** Adds the report to the open case about the user, or opens one; the unique index holds that there is one at most. */
async function addReport(ctx: Ctx, { userId, report, epoch }: NewReport): Promise<void> {
  const record = (await recordsOf(ctx, [report.reporterId])).get(report.reporterId)
  const dueAt = dueAtOf(report, record ?? { reports: 0, upheld: 0, dismissed: 0, false: 0 })
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = { userId, kind: 'report' as const, status: 'open' as const }
    const before = await ctx.models.Case.findOne(open, { outbox: 0 }).lean<CaseDocument>()
    ensureInTime()
    const isStored = before
      ? (await swap(ctx, before, withReport(before, report, dueAt))) !== null
      : await openCase(ctx, { userId, report, dueAt, epoch })
    if (isStored) return
  }
  throw new AppError(503, messages.busy)
}

/** False if another report has opened a case in the same instant. */
async function openCase(ctx: Ctx, { userId, report, dueAt, epoch }: NewReport & { dueAt: Date }): Promise<boolean> {
  const opened = newCase(await ctx.ids.cases.next(), { userId, report, dueAt, epoch })
  const outbox = toOutboxEntries([reportAudit(opened._id, userId, report)], opened)
  try {
    await ctx.models.Case.create({ ...opened, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
  ctx.relay.wake()
  return true
}
