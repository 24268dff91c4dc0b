import { NEW_ACCOUNT_HOURS } from '../limits.ts'

/**
 * Trust in an account. It is `new` within the operator's hours after its registration. It is `reported` while a case is open
 * with reports by two users or with a severe report. Trust sets only daily limits, and users do not learn of it.
 */
export type TrustLevel = 'established' | 'new' | 'reported'

const HOUR_MS = 60 * 60 * 1_000
export const NEW_ACCOUNT_MS = NEW_ACCOUNT_HOURS * HOUR_MS

export interface DailyLimits {
  /** Distinct users whom the account likes per day (UTC). */
  likes: number
  /** Distinct matches to whom the account writes first per day (UTC). */
  firstMessages: number
}

export type LimitedLevel = Exclude<TrustLevel, 'established'>

/** The default limits by rate profile. Established accounts have none beyond the rate limits. */
export const DAILY_LIMITS = {
  strict: { new: { likes: 100, firstMessages: 30 }, reported: { likes: 30, firstMessages: 5 } },
  normal: { new: { likes: 1_000, firstMessages: 300 }, reported: { likes: 300, firstMessages: 50 } },
} as const satisfies Record<string, Record<LimitedLevel, DailyLimits>>

/** The facts that decide the trust in an account. */
export interface Trusted {
  createdAt: Date
  isReported: boolean
}

/** The daily limit of a level; null is none. A number that the operator has changed holds under any rate profile. */
export function dailyLimitOf(
  trust: Record<LimitedLevel, Record<keyof DailyLimits, number | null>>,
  profile: keyof typeof DAILY_LIMITS,
  [level, kind]: [LimitedLevel, keyof DailyLimits],
): number | null {
  const limit = trust[level][kind]
  return limit === DAILY_LIMITS.strict[level][kind] ? DAILY_LIMITS[profile][level][kind] : limit
}

/** A new account that is reported counts as `reported`, which has lower limits. */
export function trustOf({ createdAt, isReported }: Trusted, at: Date, newHours = NEW_ACCOUNT_HOURS): TrustLevel {
  if (isReported) return 'reported'
  return at.getTime() - createdAt.getTime() < newHours * HOUR_MS ? 'new' : 'established'
}
