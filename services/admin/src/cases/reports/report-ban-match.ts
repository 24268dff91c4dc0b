import { undoIfRefused } from '@zing/kit/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { AppError } from '@zing/proto/errors'
import { BAN_CASES_PER_DAY, BAN_MATCHES_PER_DAY } from '@zing/proto/limits'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import type { reportBanMatch as contract } from '@zing/proto/nats/rpc/admin'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../../context.ts'
import { deleteEvidence, storeEvidence } from '../../evidence/evidence-store.ts'
import { aboutAccount, nullIfGone, type Taken, takeAccount } from '../../evidence/take-evidence.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredReport } from '../../models/case-parts.ts'
import { currentEpoch } from '../../reset/current-epoch.ts'
import { addReport } from './add-report.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Reports an account that resembles a banned account, with profile and photos as evidence. Nothing else happens to the
 * account: people may look alike. False if the account is gone, or if the match is from before a reset.
 */
export async function reportBanMatch(ctx: Ctx, match: RpcInput<typeof contract>): Promise<boolean> {
  const { matchId, userId, sign, bannedUserId, decisionId } = match
  const epoch = await currentEpoch(ctx)
  if (match.epoch < epoch) return false
  if (await ctx.models.Case.exists({ userId, 'reports.match.id': matchId })) return true // also in a decided case
  const ban = await ctx.models.Case.findOne({ userId: bannedUserId, 'decisions.id': decisionId }, { _id: 1 }).lean()
  if (await isQuotaUsed(ctx, userId, ban?._id)) {
    logSecurityEvent(ctx.log, 'excess_rate_limit_exceeded', { userId, rule: 'ban matches', decisionId })
    return true
  }
  const account = await takeAccount(ctx, userId).catch(nullIfGone)
  if (!account) return false

  const taken: Taken = { takenAt: new Date(), ...account, messages: [], media: [] }
  const id = await ctx.ids.reports.next()
  const report: Omit<StoredReport, 'evidenceHash'> = {
    id,
    reporterId: SYSTEM_REPORTER_ID,
    category: 'ban-evasion',
    text: null,
    ...aboutAccount(taken),
    match: { id: matchId, sign, caseId: ban?._id ?? null },
  }
  const { reporterId, category, text } = report
  async function store(): Promise<void> {
    const evidenceHash = await storeEvidence(ctx, { reportId: id, reporterId, userId, category, text }, taken, epoch)
    await addReport(ctx, { userId, report: { ...report, evidenceHash }, epoch, actorId: null })
  }
  try {
    await undoIfRefused(store, () => deleteEvidence(ctx, id))
  } catch (error) {
    // a concurrent call has stored it, or the case is full: moderators look at the account in either case
    if (error instanceof AppError && error.status === 409) return true
    throw error
  }
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'ban match', reportId: id, sign })
  return true
}

/**
 * Neither one account nor lookalikes of one banned user must fill the queue. Moderators already look at the account, or
 * at other lookalikes. Concurrent calls may exceed the quota by their number.
 */
async function isQuotaUsed({ models }: Ctx, userId: number, banCaseId: number | undefined): Promise<boolean> {
  const since = new Date(Date.now() - DAY_MS)
  const recent = { createdAt: { $gt: since }, category: 'ban-evasion' as const }
  const [ofAccount, ofBan] = await Promise.all([
    models.Case.find({ userId, reports: { $elemMatch: recent } }, { reports: 1 }).lean<
      Pick<CaseDocument, 'reports'>[]
    >(),
    banCaseId === undefined
      ? 0
      : models.Case.countDocuments({
          'reports.match.caseId': banCaseId,
          reports: { $elemMatch: { ...recent, 'match.caseId': banCaseId } },
        }),
  ])
  const matches = ofAccount
    .flatMap(({ reports }) => reports)
    .filter(({ match, createdAt }) => match && createdAt > since)
  return matches.length >= BAN_MATCHES_PER_DAY || ofBan >= BAN_CASES_PER_DAY
}
