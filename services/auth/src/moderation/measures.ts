import { createHash } from 'node:crypto'
import { DECISION_UNDO_MS } from '@zing/proto/limits'
import type { ProfileText } from '@zing/proto/moderation/decisions'
import { comparedText } from '@zing/proto/moderation/evidence'
import type { appealCreated, EventOf, measureLifted, measureTaken } from '@zing/proto/nats/events'
import type { ModerationItem } from '@zing/proto/nats/rpc/admin'
import { removableTexts } from '@zing/proto/profile-fields'
import type { RemovedPhoto, RemovedText, Restriction, UserDocument } from '../models/user.ts'
import { hasRoom, photoOfPicture, withoutPhoto } from '../photos/photo-rules.ts'
import { isActive } from './suspension.ts'

/** For how long a removed photo or text is kept: an undo of the last moment arrives a little later. */
export const REMOVED_MS = DECISION_UNDO_MS + 60 * 60 * 1_000

/** Decisions of which an account notes the last event: no event about an older one is late by that much. */
const HANDLED_MAX = 20

/** Fields that events of admin have, and the same on one of its pages has not. */
type Envelope = 'id' | 'rev'
export type TakenMeasure = Omit<EventOf<typeof measureTaken>, Envelope>
export type LiftedMeasure = Omit<EventOf<typeof measureLifted>, Envelope>
export type OpenAppeal = Omit<EventOf<typeof appealCreated>, Envelope>

/** The account after a measure; null if it changes nothing: of actions without an effect here, and of a late event. */
export function withMeasure(user: UserDocument, event: TakenMeasure, appealToken: string): UserDocument | null {
  const { action, decisionId, reason, text, field, until, appealedId = decisionId } = event
  const at = new Date(event.at)
  if (isLate(user, appealedId, at)) return null
  const handled = withHandled(user, appealedId, at)
  switch (action) {
    case 'suspend':
    case 'ban': {
      const others = (user.restrictions ?? []).filter((one) => one.decisionId !== decisionId && isActive(one, at))
      const added = { decisionId, reason, text, until: until === null ? null : new Date(until), appealToken }
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

/** No user sees the photo from now on; it is kept, so that an admin can put it back. Null for one that is gone. */
function withRemovedPhoto(user: UserDocument, removal: RemovedPhoto): UserDocument | null {
  const { version, at } = removal
  const isSelfie = version === user.selfieVersion
  const changed = isSelfie ? { ...user, selfieVersion: 0 } : withoutPhoto(user, version)
  if (!changed || version === 0) return changed
  const digest = isSelfie ? undefined : user.photos?.find((photo) => photo.version === version)?.digest
  const kept = (user.removedPhotos ?? []).filter((one) => isKept(one, at))
  return { ...changed, removedPhotos: [...kept, { ...removal, ...(digest && { digest }) }] }
}

/** True if this decision has removed a photo or text, and an undo may bring it back. */
export function hasRemoved(
  { removedPhotos, removedTexts }: Pick<UserDocument, 'removedPhotos' | 'removedTexts'>,
  decisionId: number,
): boolean {
  const removed = [...(removedPhotos ?? []), ...(removedTexts ?? [])]
  return removed.some((one) => one.decisionId === decisionId)
}

/** False for a text that the user has set after the evidence was taken: no moderator has seen it. */
function isJudged(user: UserDocument, field: ProfileText, digest: string | undefined): boolean {
  if (digest === undefined || isRemoved(user, field)) return true
  return createHash('sha256').update(comparedText(user, field)).digest('hex') === digest
}

/** The text is kept, so that an admin can put it back; one that an earlier decision has removed is not there any more. */
function withRemovedText(
  user: UserDocument,
  { field, ...removal }: Pick<RemovedText, 'decisionId' | 'at'> & { field: ProfileText },
): UserDocument {
  const removedText = field === 'prompts' ? { prompts: user.prompts ?? null } : { text: user[field] ?? null }
  const removed: RemovedText = { ...removal, field, ...removedText }
  const kept = (user.removedTexts ?? []).filter((one) => isKept(one, removal.at))
  return {
    ...user,
    [field]: removableTexts[field].leaves,
    removedTexts: isRemoved(user, field) ? kept : [...kept, removed],
  }
}

/**
 * The account while an appeal is open, made or to be decided again: its token is not shown again. Null if the suspension is over,
 * for a late event, and if the appeal is open already.
 */
export function withOpenAppeal(user: UserDocument, { decisionId, ...event }: OpenAppeal): UserDocument | null {
  const at = new Date(event.at)
  const last = lastEventOf(user, decisionId)
  if (last && last > at) return null // of the same moment is the suspension that an undo has put back
  const restriction = user.restrictions?.find((one) => one.decisionId === decisionId)
  if (!restriction || (!restriction.appealToken && !restriction.appealRefusedAt)) return null
  const open = { appealToken: null, appealRefusedAt: null, appealAnswer: null }
  return withRestriction(withHandled(user, decisionId, at), decisionId, open)
}

/** Null if the suspension is over. */
function withRestriction(user: UserDocument, decisionId: number, changed: Partial<Restriction>): UserDocument | null {
  const restrictions = user.restrictions ?? []
  if (!restrictions.some((one) => one.decisionId === decisionId)) return null
  return {
    ...user,
    restrictions: restrictions.map((one) => (one.decisionId === decisionId ? { ...one, ...changed } : one)),
  }
}

/**
 * The account after the end of a measure: other suspensions stay, and so does a text or photo that the user has set since.
 * A removed one comes back within REMOVED_MS. The end is noted in any case, since the measure may be handled after it.
 */
export function withoutMeasure(
  user: UserDocument,
  { action, decisionId, ...event }: LiftedMeasure,
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

function withTextBack(user: UserDocument, decisionId: number, now: Date): UserDocument | null {
  const removedTexts = user.removedTexts ?? []
  const removed = removedTexts.find((one) => one.decisionId === decisionId)
  if (!removed || !isKept(removed, now) || !isRemoved(user, removed.field)) return null
  const { field, text, prompts } = removed
  const others = removedTexts.filter((one) => one !== removed)
  return { ...user, [field]: field === 'prompts' ? prompts : text, removedTexts: others }
}

/** False once the user has set another text. */
function isRemoved(user: UserDocument, field: ProfileText): boolean {
  const text = field === 'prompts' && user.prompts?.length === 0 ? null : user[field]
  return (text ?? null) === removableTexts[field].leaves
}

function withPhotoBack(user: UserDocument, decisionId: number, now: Date): UserDocument | null {
  const { selfieVersion, photos } = user
  const removedPhotos = user.removedPhotos ?? []
  const removed = removedPhotos.find((one) => one.decisionId === decisionId)
  if (!removed || !isKept(removed, now)) return null
  const { version, digest } = removed
  const without = { ...user, removedPhotos: removedPhotos.filter((one) => one !== removed) }
  if (!digest) return selfieVersion === 0 ? { ...without, selfieVersion: version } : null
  if (!hasRoom(user) || photoOfPicture(user, digest)) return null // the user may have added the same picture again
  return { ...without, photos: [...(photos ?? []), { version, digest }] }
}

/** True while a removed photo or text can be put back. */
export function isKept({ at }: { at: Date }, now: Date): boolean {
  return now.getTime() - at.getTime() < REMOVED_MS
}

/**
 * Events of one user come in order, but an old one can come again, and one whose process ended while it was handled comes after
 * those that followed it. Decisions do not depend on each other.
 */
function isLate(user: UserDocument, decisionId: number, at: Date): boolean {
  const last = lastEventOf(user, decisionId)
  return last !== undefined && last >= at
}

/**
 * True if the account does not show what an item of admin says. Decisions that it has not noted, since they are older than
 * HANDLED_MAX others, are known by their suspension.
 */
export function isMeasureMissed(
  user: Pick<UserDocument, 'handledDecisions' | 'restrictions'>,
  item: Exclude<ModerationItem, { type: 'case' }>,
): boolean {
  const decisionId = item.type === 'taken' ? (item.appealedId ?? item.decisionId) : item.decisionId
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

function lastEventOf(
  { handledDecisions }: Pick<UserDocument, 'handledDecisions'>,
  decisionId: number,
): Date | undefined {
  return handledDecisions?.find((one) => one.decisionId === decisionId)?.at
}

function withHandled(user: UserDocument, decisionId: number, at: Date): UserDocument {
  const others = (user.handledDecisions ?? []).filter((one) => one.decisionId !== decisionId)
  return { ...user, handledDecisions: [...others, { decisionId, at }].slice(-HANDLED_MAX) }
}
