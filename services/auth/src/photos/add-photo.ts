import { createHash } from 'node:crypto'
import { undoIfRefused } from '@zing/kit/errors'
import { readPhoto } from '@zing/media/photos/read-photo'
import type { Photo } from '@zing/proto/profiles/story'
import { changeUser } from '../accounts/change-user.ts'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import { encodePhoto } from './encode-photo.ts'
import { NEW_PHOTOS } from './photo-attempts.ts'
import { photoOfPicture, requireRoom, toPhoto, withPhoto } from './photo-rules.ts'
import { deletePhoto, storePhoto } from './photos.ts'

/**
 * Adds a photo behind the others. A picture that the profile already has is returned unchanged, so that a retry adds
 * none.
 */
export async function addPhoto(ctx: Ctx, userId: number, sent: string | Buffer): Promise<Photo> {
  const picture = readPhoto(sent)
  const digest = createHash('sha256').update(picture).digest('base64url')
  const user = await getUser(ctx, userId)
  const known = photoOfPicture(user, digest)
  if (known) return toPhoto(userId, known.version)
  requireRoom(user) // saves the work; the write to the account decides

  const jpegs = await encodePhoto(ctx, userId, picture, NEW_PHOTOS)
  const version = await storePhoto(ctx, user, jpegs)
  const after = await undoIfRefused(
    () => changeUser(ctx, userId, (before) => withPhoto(before, { version, digest })),
    () => deletePhoto(ctx, userId, version),
  )
  const added = photoOfPicture(after, digest)?.version ?? version
  if (added !== version) await deletePhoto(ctx, userId, version) // a concurrent call has added the same picture
  return toPhoto(userId, added)
}
