import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import { REPORTS_PER_DAY } from '@zing/proto/limits'
import type { Ctx } from '../../context.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Counts a report in one conditional write, so that concurrent reports cannot exceed REPORTS_PER_DAY; 429 at the limit.
 */
export async function takeReport({ models, log }: Ctx, reporterId: number, reportId: number): Promise<void> {
  const at = Date.now()
  const isBelow = { [`recent.${REPORTS_PER_DAY - 1}`]: { $exists: false } }
  const isOldestOver = { 'recent.0.at': { $lte: at - DAY_MS } }
  const counted = {
    $push: { recent: { $each: [{ reportId, at }], $slice: -REPORTS_PER_DAY } },
    $set: { expiresAt: new Date(at + DAY_MS) },
  }
  try {
    await models.Reporter.updateOne({ _id: reporterId, $or: [isBelow, isOldestOver] }, counted, { upsert: true })
    return
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  // the document exists and is full, or a concurrent report has just created it
  const { matchedCount } = await models.Reporter.updateOne({ _id: reporterId, $or: [isBelow, isOldestOver] }, counted)
  if (matchedCount === 1) return
  logSecurityEvent(log, 'excess_rate_limit_exceeded', { userId: reporterId, rule: 'reports' })
  const oldest = (await models.Reporter.findById(reporterId).lean())?.recent[0]?.at ?? at
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest + DAY_MS - at) / 1_000))
  throw errors.noReportsLeft({ retryAfterSeconds })
}

/** Refunds a report that was not stored. */
export async function refundReport({ models, log }: Ctx, reporterId: number, reportId: number): Promise<void> {
  await models.Reporter.updateOne({ _id: reporterId }, { $pull: { recent: { reportId } } }).catch((err) =>
    log.warn({ err, userId: reporterId }, 'report not refunded'),
  )
}
