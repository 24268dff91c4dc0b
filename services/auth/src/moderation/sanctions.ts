import type { EventOf, sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import type { UserDocument } from '../models/user.ts'
import { isLate, withHandled } from './handled-decisions.ts'
import { isJudged, withPhotoBack, withRemovedPhoto, withRemovedText, withTextBack } from './removed-content.ts'
import { isActive, NEVER, withRestriction } from './suspension.ts'

/** Fields of admin's events that the items of its pages lack. */
export type Envelope = 'id' | 'rev'
export type ImposedSanction = Omit<EventOf<typeof sanctionImposed>, Envelope>
export type LiftedSanction = Omit<EventOf<typeof sanctionLifted>, Envelope>

/** The account after a sanction. Null if nothing changes: for sanctions without an effect here, and for late events. */
export function withSanction(user: UserDocument, event: ImposedSanction, appealToken: string): UserDocument | null {
  const { action, decisionId, reason, text, field, until, appealedId = decisionId } = event
  const at = new Date(event.at)
  if (isLate(user, appealedId, at)) return null
  const handled = withHandled(user, appealedId, at)
  switch (action) {
    case 'suspend':
    case 'ban': {
      const others = (user.restrictions ?? []).filter((one) => one.decisionId !== decisionId && isActive(one, at))
      const end = until ?? (action === 'suspend' ? NEVER : null)
      const added = { decisionId, reason, text, until: end === null ? null : new Date(end), appealToken }
      return { ...handled, restrictions: [...others, added] }
    }
    case 'remove-photo':
      return withRemovedPhoto(handled, { decisionId, at, version: event.photoVersion ?? user.selfieVersion })
    case 'remove-text':
      if (!field) return null
      return isJudged(user, field, event.textDigest) ? withRemovedText(handled, { decisionId, at, field }) : handled
    case 'uphold':
      return withRestriction(handled, appealedId, { appealRefusedAt: at, appealAnswer: text })
    default:
      return null
  }
}

/**
 * The account after a sanction ends. Other suspensions stay, and so does a text or photo that the user has set since.
 * Removed content returns within REMOVED_MS. The end is always noted, since the sanction's own event may come later.
 */
export function withoutSanction(
  user: UserDocument,
  { action, decisionId, ...event }: LiftedSanction,
  now: Date,
): UserDocument | null {
  const at = new Date(event.at)
  if (action === 'warn' || isLate(user, decisionId, at)) return null
  const handled = withHandled(user, decisionId, at)
  switch (action) {
    case 'remove-photo':
      return withPhotoBack(handled, decisionId, now) ?? handled
    case 'remove-text':
      return withTextBack(handled, decisionId, now) ?? handled
    default:
      return { ...handled, restrictions: (user.restrictions ?? []).filter((one) => one.decisionId !== decisionId) }
  }
}
