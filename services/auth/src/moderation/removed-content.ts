import { createHash } from 'node:crypto'
import { DECISION_UNDO_MS } from '@zing/proto/limits'
import type { ProfileText } from '@zing/proto/moderation/decisions'
import { comparedText } from '@zing/proto/moderation/evidence'
import { removableTexts } from '@zing/proto/profile-fields'
import type { UserDocument } from '../models/user.ts'
import type { RemovedPhoto, RemovedText } from '../models/user-parts.ts'
import { hasRoom, photoOfPicture, withoutPhoto } from '../photos/photo-rules.ts'

/** Removed photos and texts are kept this long. An undo at the last moment arrives a little later. */
export const REMOVED_MS = DECISION_UNDO_MS + 60 * 60 * 1_000

/** True while a removed photo or text can be restored. */
export function isKept({ at }: { at: Date }, now: Date): boolean {
  return now.getTime() - at.getTime() < REMOVED_MS
}

/** True if this decision has removed a photo or text that an undo may restore. */
export function hasRemoved(
  { removedPhotos, removedTexts }: Pick<UserDocument, 'removedPhotos' | 'removedTexts'>,
  decisionId: number,
): boolean {
  const removed = [...(removedPhotos ?? []), ...(removedTexts ?? [])]
  return removed.some((one) => one.decisionId === decisionId)
}

/** Hides the photo, but keeps it so that an admin can restore it. Null if the profile does not show it. */
export function withRemovedPhoto(user: UserDocument, removal: RemovedPhoto): UserDocument | null {
  const { version, at } = removal
  const isSelfie = version === user.selfieVersion
  const changed = isSelfie ? { ...user, selfieVersion: 0 } : withoutPhoto(user, version)
  if (!changed || version === 0) return changed
  const digest = isSelfie ? undefined : user.photos?.find((photo) => photo.version === version)?.digest
  const kept = (user.removedPhotos ?? []).filter((one) => isKept(one, at))
  return { ...changed, removedPhotos: [...kept, { ...removal, ...(digest && { digest }) }] }
}

export function withPhotoBack(user: UserDocument, decisionId: number, now: Date): UserDocument | null {
  const { selfieVersion, photos } = user
  const removedPhotos = user.removedPhotos ?? []
  const removed = removedPhotos.find((one) => one.decisionId === decisionId)
  if (!removed || !isKept(removed, now)) return null
  const { version, digest } = removed
  const without = { ...user, removedPhotos: removedPhotos.filter((one) => one !== removed) }
  if (!digest) return selfieVersion === 0 ? { ...without, selfieVersion: version } : null
  if (!hasRoom(user) || photoOfPicture(user, digest)) return null // the user may have added this picture again
  return { ...without, photos: [...(photos ?? []), { version, digest }] }
}

/** Removes the text, but keeps it for a restore. If an earlier decision removed it, that copy stays. */
export function withRemovedText(
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

export function withTextBack(user: UserDocument, decisionId: number, now: Date): UserDocument | null {
  const removedTexts = user.removedTexts ?? []
  const removed = removedTexts.find((one) => one.decisionId === decisionId)
  if (!removed || !isKept(removed, now) || !isRemoved(user, removed.field)) return null
  const { field, text, prompts } = removed
  const others = removedTexts.filter((one) => one !== removed)
  return { ...user, [field]: field === 'prompts' ? prompts : text, removedTexts: others }
}

/** False for a text that the user has set after the evidence was taken: no moderator has seen it. */
export function isJudged(user: UserDocument, field: ProfileText, digest: string | undefined): boolean {
  if (digest === undefined || isRemoved(user, field)) return true
  return createHash('sha256').update(comparedText(user, field)).digest('hex') === digest
}

/** False once the user has set another text. */
function isRemoved(user: UserDocument, field: ProfileText): boolean {
  const text = field === 'prompts' && user.prompts?.length === 0 ? null : user[field]
  return (text ?? null) === removableTexts[field].leaves
}
