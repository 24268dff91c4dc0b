import type { EventOf, measureLifted, measureTaken } from '@zing/proto/nats/events'
import type { UserDocument } from '../models/user.ts'
import { isActive } from './suspension.ts'

/** What a removed text becomes. */
const REPLACEMENT = { name: 'Name removed', gender: 'other', orientation: 'other' } as const

/** The account after a measure; null if it changes nothing: of actions without an effect here, and of a late event. */
export function withMeasure(
  user: UserDocument,
  { action, decisionId, reason, text, field, until, at }: EventOf<typeof measureTaken>,
  appealToken: string,
): UserDocument | null {
  if (isLate(user, at)) return null
  const moderatedAt = new Date(at)
  switch (action) {
    case 'suspend':
    case 'ban': {
      const others = (user.restrictions ?? []).filter((one) => isActive(one, moderatedAt))
      const added = { decisionId, reason, text, until: until === null ? null : new Date(until), appealToken }
      return { ...user, moderatedAt, restrictions: [...others, added] }
    }
    case 'remove-photo':
      return { ...user, moderatedAt, selfieVersion: 0 }
    case 'remove-text':
      return field && { ...user, moderatedAt, [field]: REPLACEMENT[field] }
    default:
      return null
  }
}

/** The account after the end of a measure: other suspensions stay, and so does a text that the user has set since. */
export function withoutMeasure(
  user: UserDocument,
  { action, decisionId, field, removed, at }: EventOf<typeof measureLifted>,
): UserDocument | null {
  if (isLate(user, at)) return null
  const moderatedAt = new Date(at)
  const restrictions = user.restrictions ?? []
  const others = restrictions.filter((one) => one.decisionId !== decisionId)
  if (others.length < restrictions.length) return { ...user, moderatedAt, restrictions: others }
  const isRemoved = action === 'remove-text' && field && user[field] === REPLACEMENT[field]
  return isRemoved && removed !== null ? { ...user, moderatedAt, [field]: removed } : null
}

/** Events of one user are handled in order, but an old one can come again. */
function isLate({ moderatedAt }: UserDocument, at: string): boolean {
  return Boolean(moderatedAt && moderatedAt >= new Date(at))
}
