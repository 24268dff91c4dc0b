import { undoIfRefused } from '@zing/kit/errors'
import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import type { BodyOf, ResponseOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { reportUser as contract } from '@zing/proto/http/reports'
import { getReportable } from '@zing/proto/nats/rpc/social'
import type { Ctx } from '../../context.ts'
import { deleteEvidence, storeEvidence } from '../../evidence/evidence-store.ts'
import { aboutAccount, takeEvidence } from '../../evidence/take-evidence.ts'
import type { StoredReport } from '../../models/case-parts.ts'
import { currentEpoch } from '../../reset/current-epoch.ts'
import { addReport } from './add-report.ts'
import { blocked } from './report-blocks.ts'
import { refundReport, takeReport } from './report-quota.ts'

/**
 * Stores a report with its evidence. The write to the case comes last: an earlier failure leaves no report and no
 * block, so callers can repeat. That write also stores the block, which the relay makes from the outbox.
 */
export async function reportUser(
  ctx: Ctx,
  reporterId: number,
  body: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId, category, messageIds = [], block } = body
  const text = body.text ?? null
  if (reporterId === userId) throw errors.ownReport()
  const [{ isReportable }, epoch] = await Promise.all([
    request(ctx.nats, getReportable, { reporterId, userId }),
    currentEpoch(ctx),
  ])
  if (!isReportable) throw errors.userNotFound()
  await requireNoOpenReport(ctx, reporterId, userId)
  const evidence = await takeEvidence(ctx, { reporterId, userId, marked: [...new Set(messageIds)] })

  ensureInTime()
  const id = await ctx.ids.reports.next()
  const report: Omit<StoredReport, 'evidenceHash'> = { id, reporterId, category, text, ...aboutAccount(evidence) }
  const effects = block ? [blocked({ reportId: id, blockerId: reporterId, blockedId: userId })] : []
  await takeReport(ctx, reporterId, id)
  const isBlocked = block ? ctx.reportBlocks.made(id) : Promise.resolve(false) // starts to wait before the relay can make the block
  async function store(): Promise<void> {
    const evidenceHash = await storeEvidence(ctx, { reportId: id, reporterId, userId, category, text }, evidence, epoch)
    await addReport(ctx, { userId, report: { ...report, evidenceHash }, epoch, actorId: reporterId, effects })
  }
  await undoIfRefused(store, () => Promise.all([deleteEvidence(ctx, id), refundReport(ctx, reporterId, id)]))
  logSecurityEvent(ctx.log, 'authz_change', { userId: reporterId, change: 'report', reportId: id })
  return { id, isBlocked: await isBlocked }
}

/** Refuses early to save work; the write to the case decides. */
async function requireNoOpenReport({ models }: Ctx, reporterId: number, userId: number): Promise<void> {
  const open = { userId, kind: 'report' as const, status: 'open' as const, 'reports.reporterId': reporterId }
  if (await models.Case.exists(open)) throw errors.reportOpen()
}
