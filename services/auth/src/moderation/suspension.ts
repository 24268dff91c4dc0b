import { errors } from '@zing/proto/errors'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { isWaiting } from '../applications/status.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import type { Restriction } from '../models/user-parts.ts'

type Restricted = Pick<UserDocument, 'restrictions'>

/** The last day of JSON dates. For other services it ends bans, endless suspensions and waiting. */
export const NEVER = '9999-12-31T23:59:59.999Z'

/** A suspension without an end, which is no ban: the account is not recognised when it returns. */
export function isEndless(until: Restriction['until']): boolean {
  return !until || until >= new Date(NEVER)
}

/** A suspension ends by itself: each reader compares its end with the time. */
export function isActive({ until }: Pick<Restriction, 'until'>, at: Date): boolean {
  return !until || until > at
}

/** The active suspension or ban that ends last; null for a user who may sign in. */
export function restrictionOf({ restrictions }: Restricted, at: Date): Restriction | null {
  const active = (restrictions ?? []).filter((restriction) => isActive(restriction, at))
  return active.toSorted((a, b) => endOf(b) - endOf(a))[0] ?? null
}

function endOf({ until }: Restriction): number {
  return until?.getTime() ?? Number.POSITIVE_INFINITY
}

/** The time until which the user is hidden from others. Null for a user who is neither suspended nor waiting. */
export function suspendedUntil(user: Restricted & Pick<UserDocument, 'status'>, at: Date): string | null {
  if (isWaiting(user)) return NEVER
  const restriction = restrictionOf(user, at)
  return restriction && (restriction.until?.toISOString() ?? NEVER)
}

/**
 * Refuses a sign-in with the reason, the end, and the means to appeal and to leave. Callers must first have proof that
 * the user owns the account.
 */
export function requireNotSuspended(
  { dataTokens }: Pick<Ctx, 'dataTokens'>,
  user: Restricted & Pick<UserDocument, '_id'>,
  at: Date,
): void {
  const restriction = restrictionOf(user, at)
  if (!restriction) return
  const { reason, text, until, appealToken } = restriction
  throw (until ? errors.suspended : errors.banned)({
    suspension: {
      reason,
      text: text ?? null,
      until: isEndless(until) ? null : (until?.toISOString() ?? null),
      ...(until && isEndless(until) && { isEndless: true as const }),
      appealToken: appealToken ?? null,
      dataToken: dataTokens.sign(user._id),
      appeal: appealOf(restriction),
    },
  })
}

/** Null while the user can appeal. */
function appealOf({ appealToken, appealRefusedAt, appealAnswer }: Restriction): Suspension['appeal'] {
  if (appealToken) return null
  if (!appealRefusedAt) return { status: 'open', text: null }
  return { status: 'refused', text: appealAnswer ?? null }
}
/** Null if the suspension is over. */
export function withRestriction(
  user: UserDocument,
  decisionId: number,
  changed: Partial<Restriction>,
): UserDocument | null {
  const restrictions = user.restrictions ?? []
  if (!restrictions.some((one) => one.decisionId === decisionId)) return null
  return {
    ...user,
    restrictions: restrictions.map((one) => (one.decisionId === decisionId ? { ...one, ...changed } : one)),
  }
}
