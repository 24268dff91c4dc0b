import { AppError } from '@zing/kit/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import type { reportBanMatch as contract } from '@zing/proto/nats/rpc/admin'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import type { StoredReport } from '../models/case.ts'
import { addReport } from './add-report.ts'
import { currentEpoch } from './current-epoch.ts'
import { deleteEvidence, storeEvidence } from './evidence-store.ts'
import { aboutAccount, type Taken, takeAccount } from './take-evidence.ts'

/**
 * Puts an account that resembles a banned one into the queue, as a report of the system with profile and photo as evidence.
 * Nothing else happens to the account: people may look alike. False if there is nothing to look at.
 */
export async function reportBanMatch(ctx: Ctx, match: RpcInput<typeof contract>): Promise<boolean> {
  const { matchId, userId, sign, bannedUserId, decisionId } = match
  const epoch = await currentEpoch(ctx)
  if (match.epoch < epoch) return false
  if (await ctx.models.Case.exists({ userId, 'reports.match.id': matchId })) return true // also one that was decided
  const account = await takeAccount(ctx, userId).catch(nullIfGone)
  if (!account) return false

  const ban = await ctx.models.Case.findOne({ userId: bannedUserId, 'decisions.id': decisionId }, { _id: 1 }).lean()
  const taken: Taken = { takenAt: new Date(), ...account, messages: [] }
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
  try {
    const evidenceHash = await storeEvidence(ctx, { reportId: id, reporterId, userId, category, text }, taken, epoch)
    await addReport(ctx, { userId, report: { ...report, evidenceHash }, epoch, actorId: null })
  } catch (error) {
    if (error instanceof AppError) await deleteEvidence(ctx, id)
    // stored by a call at the same time, or the case is full: moderators look at the account in either case
    if (error instanceof AppError && error.status === 409) return true
    throw error
  }
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'ban match', reportId: id, sign })
  return true
}

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}
