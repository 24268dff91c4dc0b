import { errors } from '@zing/proto/errors'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../context.ts'
import { type Look, requirePhotoAccess } from './photo-access.ts'
import { blobKeyOf, photoKeyOf, type Size } from './photo-keys.ts'
import { getJpeg } from './stored-jpegs.ts'

/** About a thousand small photos. */
const BYTES_MAX = 32 * 1024 * 1024

export function createPhotoBytes(): Ctx['photoBytes'] {
  return new LRUCache({ maxSize: BYTES_MAX, sizeCalculation: ({ length }) => length })
}

/** Returns a photo to a viewer who may see it; 404 otherwise. */
export async function getSelfie(ctx: Ctx, look: Look, size: Size): Promise<Buffer> {
  const { photoFolder } = await requirePhotoAccess(ctx, look)
  const key = photoFolder && blobKeyOf(photoKeyOf(photoFolder, look.version), size)
  const stored = key && (ctx.photoBytes.get(key) ?? (await ctx.blobs.get(key)))
  if (key && stored && size !== 'jpeg') ctx.photoBytes.set(key, stored)
  const photo = stored || (await getJpeg(ctx, look, size)) // of version 0.2
  if (!photo) throw errors.notFound() // removed meanwhile
  return photo
}
