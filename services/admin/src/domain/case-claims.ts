import { AppError } from '@zing/kit/errors'
import { errorCodes } from '@zing/proto/error-codes'
import { errorMessages } from '@zing/proto/http/errors'
import { CASE_LEASE_MS } from '@zing/proto/limits'
import type { CaseDocument } from '../models/case.ts'
import { audited } from './audit.ts'
import { aboutCase, type CaseChange, type Moderator, requireOpen } from './case-change.ts'
import { newestReportIdsOf } from './seen-reports.ts'

/** A lease: it ends by itself, and a further claim of the same moderator renews it. */
export function withClaim(before: CaseDocument, { userId }: Moderator, at: Date): CaseChange {
  requireOpen(before)
  const holder = holderOf(before, at)
  if (holder !== null && holder !== userId)
    throw new AppError(409, errorMessages.caseClaimed, { code: errorCodes.caseClaimed })
  const claim = { userId, until: new Date(at.getTime() + CASE_LEASE_MS), reportIds: newestReportIdsOf(before) }
  return { set: { claim }, events: holder === userId ? [] : [audited(aboutCase(before, userId, 'case.claimed'))] }
}

/** Null if the moderator does not hold the case. */
export function withoutClaim(before: CaseDocument, { userId }: Moderator, at: Date): CaseChange | null {
  if (holderOf(before, at) !== userId) return null
  return { set: { claim: null }, events: [audited(aboutCase(before, userId, 'case.released'))] }
}

/** The moderator whose claim still holds. */
export function holderOf({ claim }: Pick<CaseDocument, 'claim'>, at: Date): number | null {
  return claim && claim.until > at ? claim.userId : null
}
