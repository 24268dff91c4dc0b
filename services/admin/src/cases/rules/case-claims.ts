import { hasRole } from '@zing/proto/accounts/roles'
import { errors } from '@zing/proto/errors'
import { CASE_CLAIM_MAX_MS, CASE_LEASE_MS } from '@zing/proto/limits'
import { audited } from '../../audit/audit.ts'
import type { CaseDocument } from '../../models/case.ts'
import { aboutCase, type CaseChange, type Moderator, requireOpen } from './case-change.ts'
import { newestReportIdsOf } from './seen-reports.ts'

/**
 * A claim ends by itself, and the same moderator can renew it up to CASE_CLAIM_MAX_MS. A moderator who claims the case
 * again soon after the end or a release continues the same claim. So others get a chance.
 */
export function withClaim(before: CaseDocument, { userId }: Moderator, at: Date): CaseChange {
  requireOpen(before)
  const holder = holderOf(before, at)
  if (holder !== null && holder !== userId) throw errors.caseClaimed()
  const since = beginOf(before, userId, at)
  const end = new Date(since.getTime() + CASE_CLAIM_MAX_MS)
  if (end <= at) throw errors.claimSpent()
  const until = new Date(Math.min(at.getTime() + CASE_LEASE_MS, end.getTime()))
  const claim = { userId, until, since, reportIds: newestReportIdsOf(before) }
  return { set: { claim }, events: holder === userId ? [] : [audited(aboutCase(before, userId, 'case.claimed'))] }
}

function beginOf({ claim }: CaseDocument, userId: number, at: Date): Date {
  const isGoingOn = claim?.userId === userId && at.getTime() < claim.until.getTime() + CASE_LEASE_MS
  return isGoingOn ? claim.since : at
}

/** Null if nobody holds the case, or if another moderator holds it and the caller is no admin. */
export function withoutClaim(before: CaseDocument, { userId, role }: Moderator, at: Date): CaseChange | null {
  const holder = holderOf(before, at)
  if (holder === null || !before.claim) return null
  if (holder !== userId && !hasRole(role, 'admin')) return null
  const details = holder === userId ? {} : { claimedBy: String(holder) }
  return {
    set: { claim: { ...before.claim, until: at } },
    events: [audited(aboutCase(before, userId, 'case.released', details))],
  }
}

/** The moderator whose claim still holds. */
export function holderOf({ claim }: Pick<CaseDocument, 'claim'>, at: Date): number | null {
  return claim && claim.until > at ? claim.userId : null
}
