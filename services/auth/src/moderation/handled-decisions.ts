import type { ModerationItem } from '@zing/proto/nats/rpc/admin'
import type { Restriction, UserDocument } from '../models/user.ts'

/** Decisions of which an account notes the last event: no event about an older one is late by that much. */
const HANDLED_MAX = 20

/**
 * Events of one user come in order, but an old one can come again, and one whose process ended while it was handled comes after
 * those that followed it. Decisions do not depend on each other.
 */
export function isLate(user: UserDocument, decisionId: number, at: Date): boolean {
  const last = lastEventOf(user, decisionId)
  return last !== undefined && last >= at
}

/**
 * True if the account does not show what an item of admin says. Decisions that it has not noted, since they are older than
 * HANDLED_MAX others, are known by their suspension.
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
