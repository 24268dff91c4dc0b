import { UNDO_MS } from '@zing/proto/limits'
import type { ProfileText } from '@zing/proto/moderation/decisions'
import type { EventOf, measureLifted, measureTaken } from '@zing/proto/nats/events'
import type { RemovedPhoto, UserDocument } from '../models/user.ts'
import { hasRoom, photoOfPicture, withoutPhoto } from './photo-rules.ts'
import { isActive } from './suspension.ts'

/** What a removed text becomes; of a story nothing stays. */
const REPLACEMENT = { name: 'Name removed', gender: 'other', orientation: 'other', bio: null, prompts: null } as const

/** An undo of the last moment arrives a little later. */
export const REMOVED_PHOTO_MS = UNDO_MS + 60 * 60 * 1_000

/** The account after a measure; null if it changes nothing: of actions without an effect here, and of a late event. */
export function withMeasure(
  user: UserDocument,
  event: EventOf<typeof measureTaken>,
  appealToken: string,
): UserDocument | null {
  const { action, decisionId, reason, text, field, until, at } = event
  if (isLate(user, at)) return null
  const moderatedAt = new Date(at)
  switch (action) {
    case 'suspend':
    case 'ban': {
      const others = (user.restrictions ?? []).filter((one) => isActive(one, moderatedAt))
      const added = { decisionId, reason, text, until: until === null ? null : new Date(until), appealToken }
      return { ...user, moderatedAt, restrictions: [...others, added] }
    }
    case 'remove-photo': {
      const version = event.photoVersion ?? user.selfieVersion
      const changed = withRemovedPhoto(user, { decisionId, at: moderatedAt, version })
      return changed && { ...changed, moderatedAt }
    }
    case 'remove-text':
      return field && { ...user, moderatedAt, [field]: REPLACEMENT[field] }
    case 'uphold':
      return withRefusedAppeal(user, event)
    default:
      return null
  }
}

/** No user sees the photo from now on; it is kept, so that an admin can put it back. Null for one that is gone. */
function withRemovedPhoto(user: UserDocument, removal: RemovedPhoto): UserDocument | null {
  const { version } = removal
  if (version === user.selfieVersion) return { ...user, selfieVersion: 0, ...(version && { removedPhoto: removal }) }
  const changed = withoutPhoto(user, version)
  const digest = user.photos?.find((photo) => photo.version === version)?.digest
  return changed && { ...changed, removedPhoto: { ...removal, ...(digest && { digest }) } }
}

/** Null if the suspension is over, or for an event of a process that does not say which one the appeal was about. */
function withRefusedAppeal(
  user: UserDocument,
  { appealedId, text, at }: EventOf<typeof measureTaken>,
): UserDocument | null {
  const restrictions = user.restrictions ?? []
  if (!restrictions.some(({ decisionId }) => decisionId === appealedId)) return null
  const moderatedAt = new Date(at)
  const refused = { appealRefusedAt: moderatedAt, appealAnswer: text }
  return {
    ...user,
    moderatedAt,
    restrictions: restrictions.map((one) => (one.decisionId === appealedId ? { ...one, ...refused } : one)),
  }
}

/**
 * The account after the end of a measure: other suspensions stay, and so does a text or photo that the user has set since.
 * A removed photo comes back within REMOVED_PHOTO_MS.
 */
export function withoutMeasure(
  user: UserDocument,
  { action, decisionId, field, removed, removedPrompts, at }: EventOf<typeof measureLifted>,
  now: Date,
): UserDocument | null {
  if (isLate(user, at)) return null
  const moderatedAt = new Date(at)
  const restrictions = user.restrictions ?? []
  const others = restrictions.filter((one) => one.decisionId !== decisionId)
  if (others.length < restrictions.length) return { ...user, moderatedAt, restrictions: others }
  if (action === 'remove-photo') return withPhotoBack({ ...user, moderatedAt }, decisionId, now)
  if (action !== 'remove-text' || field === null || !isRemoved(user, field)) return null
  const restored = field === 'prompts' ? removedPrompts : removed
  return restored ? { ...user, moderatedAt, [field]: restored } : null
}

/** False once the user has set another text. */
function isRemoved(user: UserDocument, field: ProfileText): boolean {
  const text = field === 'prompts' && user.prompts?.length === 0 ? null : user[field]
  return (text ?? null) === REPLACEMENT[field]
}

function withPhotoBack(user: UserDocument, decisionId: number, now: Date): UserDocument | null {
  const { removedPhoto, selfieVersion, photos } = user
  if (removedPhoto?.decisionId !== decisionId || !isKept(removedPhoto, now)) return null
  const { version, digest } = removedPhoto
  if (!digest) return selfieVersion === 0 ? { ...user, selfieVersion: version, removedPhoto: null } : null
  if (!hasRoom(user) || photoOfPicture(user, digest)) return null // the user may have added the same picture again
  return { ...user, photos: [...(photos ?? []), { version, digest }], removedPhoto: null }
}

/** True while a removed photo can be put back. */
export function isKept({ at }: RemovedPhoto, now: Date): boolean {
  return now.getTime() - at.getTime() < REMOVED_PHOTO_MS
}

/** Events of one user are handled in order, but an old one can come again. */
function isLate({ moderatedAt }: UserDocument, at: string): boolean {
  return Boolean(moderatedAt && moderatedAt >= new Date(at))
}
