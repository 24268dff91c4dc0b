import { errors } from '@zing/proto/errors'
import { PHOTOS_MAX } from '@zing/proto/limits'
import { selfiePath } from '@zing/proto/paths'
import type { OwnPhoto, Photo } from '@zing/proto/profiles/story'
import type { UserDocument } from '../models/user.ts'
import type { StoredPhoto } from '../models/user-parts.ts'

// The photos of a profile: the selfie, for which there is always room, and the others. All functions are pure.

const OTHERS_MAX = PHOTOS_MAX - 1

type Photos = Pick<UserDocument, 'selfieVersion' | 'selfiePlace' | 'liveVersion' | 'photos' | 'veils'>

/** The versions that the profile shows, the main photo first. */
export function photoVersionsOf({ selfieVersion, selfiePlace, photos }: Photos): number[] {
  const others = (photos ?? []).map(({ version }) => version)
  return selfieVersion ? others.toSpliced(selfiePlace ?? 0, 0, selfieVersion) : others
}

export function toPhoto(userId: number, version: number): Photo {
  return { id: String(version), path: selfiePath(userId, version) }
}

/** True while others see the mosaic of the photo alone. */
export function isVeiled({ veils }: Pick<UserDocument, 'veils'>, version: number): boolean {
  return veils?.some((veil) => veil.version === version && !veil.isCleared) ?? false
}

/** The photos as others see them: a selfie is named only if it was taken live. */
export function toPhotos(user: Photos & { _id: number }): Photo[] {
  const { selfieVersion, liveVersion } = user
  return photoVersionsOf(user).map((version) => ({
    ...toPhoto(user._id, version),
    ...(version === selfieVersion && version === liveVersion && { isLive: true }),
    ...(isVeiled(user, version) && { isVeiled: true }),
  }))
}

export function toOwnPhotos(user: Photos & { _id: number }): OwnPhoto[] {
  const selfieId = String(user.selfieVersion)
  return toPhotos(user).map((photo) => ({ ...photo, ...(photo.id === selfieId && { isSelfie: true }) }))
}

/** The account with a new selfie, which becomes the main photo. */
export function withSelfie(user: UserDocument, version: number, { isLive }: { isLive: boolean }): UserDocument {
  return { ...user, selfieVersion: version, selfiePlace: 0, ...(isLive && { liveVersion: version }) }
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
  if (shown.every((version, index) => version === order[index])) return null
  const photos = (user.photos ?? []).toSorted((a, b) => order.indexOf(a.version) - order.indexOf(b.version))
  return { ...user, photos, ...(user.selfieVersion && { selfiePlace: order.indexOf(user.selfieVersion) }) }
}

/** Null if the profile does not show this photo. */
export function withoutPhoto(user: UserDocument, version: number): UserDocument | null {
  if (version === user.selfieVersion) throw errors.selfieStays()
  const { photos, selfiePlace } = user
  const index = photos?.findIndex((photo) => photo.version === version) ?? -1
  if (!photos || index < 0) return null
  const isBeforeSelfie = selfiePlace && index < selfiePlace
  return { ...user, photos: photos.toSpliced(index, 1), ...(isBeforeSelfie && { selfiePlace: selfiePlace - 1 }) }
}
