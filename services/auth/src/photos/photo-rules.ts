import { errors } from '@zing/proto/errors'
import { PHOTOS_MAX } from '@zing/proto/limits'
import { selfiePath } from '@zing/proto/paths'
import type { Photo } from '@zing/proto/profiles/story'
import type { StoredPhoto, UserDocument } from '../models/user.ts'

// The photos of a profile: the selfie, whose place stays reserved, and the others behind it. All functions are pure.

const OTHERS_MAX = PHOTOS_MAX - 1

type Photos = Pick<UserDocument, 'selfieVersion' | 'photos'>

/** The versions that the profile shows, the selfie first. */
export function photoVersionsOf({ selfieVersion, photos }: Photos): number[] {
  const others = (photos ?? []).map(({ version }) => version)
  return selfieVersion ? [selfieVersion, ...others] : others
}

export function toPhoto(userId: number, version: number): Photo {
  return { id: String(version), path: selfiePath(userId, version) }
}

export function toPhotos(user: Photos & { _id: number }): Photo[] {
  return photoVersionsOf(user).map((version) => toPhoto(user._id, version))
}

/** The photo with this picture, if the profile has it already. */
export function photoOfPicture({ photos }: Photos, digest: string): StoredPhoto | undefined {
  return photos?.find((photo) => photo.digest === digest)
}

/** True if the profile has room for another photo besides the selfie. */
export function hasRoom({ photos }: Photos): boolean {
  return (photos?.length ?? 0) < OTHERS_MAX
}

export function requireRoom(user: Photos): void {
  if (hasRoom(user)) return
  throw errors.tooManyPhotos()
}

/** Null if the profile has this picture already, so that a repeated upload adds it once. */
export function withPhoto(user: UserDocument, photo: StoredPhoto): UserDocument | null {
  if (photoOfPicture(user, photo.digest)) return null
  requireRoom(user)
  return { ...user, photos: [...(user.photos ?? []), photo] }
}

/** Null if the photos are in this order already. */
export function withOrder(user: UserDocument, order: number[]): UserDocument | null {
  const shown = photoVersionsOf(user)
  const isSame = order.length === shown.length && shown.every((version) => order.includes(version))
  if (!isSame) throw errors.photosChanged()
  if (user.selfieVersion && order[0] !== user.selfieVersion) throw errors.selfieStays()
  if (shown.every((version, index) => version === order[index])) return null
  const photos = (user.photos ?? []).toSorted((a, b) => order.indexOf(a.version) - order.indexOf(b.version))
  return { ...user, photos }
}

/** Null if the profile does not show this photo. */
export function withoutPhoto(user: UserDocument, version: number): UserDocument | null {
  if (version === user.selfieVersion) throw errors.selfieStays()
  const photos = (user.photos ?? []).filter((photo) => photo.version !== version)
  return photos.length < (user.photos?.length ?? 0) ? { ...user, photos } : null
}
