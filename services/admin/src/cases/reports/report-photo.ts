import { undoIfRefused } from '@zing/kit/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { AppError, errors } from '@zing/proto/errors'
import { FLAGGED_PHOTOS_MAX } from '@zing/proto/limits'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import type { reportPhoto as contract } from '@zing/proto/nats/rpc/admin'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../../context.ts'
import { deleteEvidence, storeEvidence } from '../../evidence/evidence-store.ts'
import { aboutAccount, nullIfGone, type Taken, takeAccount } from '../../evidence/take-evidence.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredReport } from '../../models/case-parts.ts'
import { currentEpoch } from '../../reset/current-epoch.ts'
import { addReport } from './add-report.ts'

type Flagged = RpcInput<typeof contract>

/**
 * Shows moderators a photo that may be explicit, with the profile and the selfie as evidence. Nothing else happens to the
 * account. False if the photo is gone, or from before a reset.
 */
export async function reportPhoto(
  ctx: Ctx,
  { userId, photoVersion, nakedness, ...flagged }: Flagged,
): Promise<boolean> {
  const epoch = await currentEpoch(ctx)
  if (flagged.epoch < epoch) return false
  if (await ctx.models.Case.exists({ userId, 'reports.flagged.photoVersion': photoVersion })) return true // also in a decided case
  await requireRoom(ctx, userId)
  const account = await takeAccount(ctx, userId).catch(nullIfGone)
  const otherPhotos = account?.otherPhotos.filter(({ version }) => version === photoVersion) ?? []
  if (!account || (account.selfieVersion !== photoVersion && otherPhotos.length === 0)) return false

  const taken: Taken = { takenAt: new Date(), ...account, otherPhotos, messages: [], media: [] }
  const id = await ctx.ids.reports.next()
  const about = { reporterId: SYSTEM_REPORTER_ID, category: 'sexual' as const, text: null }
  const report: Omit<StoredReport, 'evidenceHash'> = {
    id,
    ...about,
    ...aboutAccount(taken),
    flagged: { photoVersion, nakedness },
  }
  async function store(): Promise<void> {
    const evidenceHash = await storeEvidence(ctx, { reportId: id, userId, ...about }, taken, epoch)
    await addReport(ctx, { userId, report: { ...report, evidenceHash }, epoch, actorId: null })
  }
  try {
    await undoIfRefused(store, () => deleteEvidence(ctx, id))
  } catch (error) {
    if (error instanceof AppError && error.code === errors.reportOpen.code) return true // a concurrent call has stored it
    throw error
  }
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'photo flagged', reportId: id })
  return true
}

/** An account that adds one explicit photo after another fills neither the queue nor the store of evidence. */
async function requireRoom({ models }: Ctx, userId: number): Promise<void> {
  const open = { userId, kind: 'report' as const, status: 'open' as const }
  const stored = await models.Case.findOne(open, { reports: 1 }).lean<Pick<CaseDocument, 'reports'>>()
  const flagged = stored?.reports.filter((report) => report.flagged) ?? []
  if (flagged.length >= FLAGGED_PHOTOS_MAX) throw errors.caseFull()
}
