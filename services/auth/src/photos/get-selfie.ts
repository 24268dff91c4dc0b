import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { type Look, requirePhotoAccess } from './photo-access.ts'
import { blobKeyOf, photoKeyOf, type Size } from './photo-keys.ts'
import { getJpeg } from './stored-jpegs.ts'

/** Returns a photo to a viewer who may see it; 404 otherwise. */
export async function getSelfie(ctx: Ctx, look: Look, size: Size): Promise<Buffer> {
  const { photoFolder } = await requirePhotoAccess(ctx, look)
  const stored = photoFolder && (await ctx.blobs.get(blobKeyOf(photoKeyOf(photoFolder, look.version), size)))
  const photo = stored || (await getJpeg(ctx, look, size)) // of version 0.2
  if (!photo) throw errors.notFound() // removed meanwhile
  return photo
}
