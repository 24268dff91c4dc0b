import type { ModerationItem } from '@zing/proto/nats/rpc/admin'
import type { UserDocument } from '../models/user.ts'
import type { Restriction } from '../models/user-parts.ts'

/** An account keeps the last events of this many decisions. No event of an older decision comes that late. */
const HANDLED_MAX = 20

/**
 * True for a repeated event, and for an event that comes after a newer one about the same decision. The broker delivers
 * a user's events in order, but repeats an event whose process ended. Decisions do not depend on each other.
 */
export function isLate(user: UserDocument, decisionId: number, at: Date): boolean {
  const last = lastEventOf(user, decisionId)
  return last !== undefined && last >= at
}

/**
 * True if the account does not show the state of an item from admin. An account may no longer note a decision, because
 * it notes only HANDLED_MAX: then its suspension decides.
 */
export function isSanctionMissed(
  user: Pick<UserDocument, 'handledDecisions' | 'restrictions'>,
  item: Exclude<ModerationItem, { type: 'case' }>,
): boolean {
  const decisionId = item.type === 'imposed' ? (item.appealedId ?? item.decisionId) : item.decisionId
  const last = lastEventOf(user, decisionId)
  const at = new Date(item.at)
  if (last) return item.type === 'appealed' ? last <= at : last < at
  const restriction = user.restrictions?.find((one) => one.decisionId === decisionId)
  if (item.type === 'lifted') return restriction !== undefined
  if (item.type === 'appealed' || item.action === 'uphold') return isUnanswered(restriction)
  return item.action !== 'warn' && !restriction
}

function isUnanswered(restriction: Restriction | undefined): boolean {
  return restriction !== undefined && !restriction.appealRefusedAt
}

export function withHandled(user: UserDocument, decisionId: number, at: Date): UserDocument {
  const others = (user.handledDecisions ?? []).filter((one) => one.decisionId !== decisionId)
  return { ...user, handledDecisions: [...others, { decisionId, at }].slice(-HANDLED_MAX) }
}

export function lastEventOf(
  { handledDecisions }: Pick<UserDocument, 'handledDecisions'>,
  decisionId: number,
): Date | undefined {
  return handledDecisions?.find((one) => one.decisionId === decisionId)?.at
}
