import { toMosaic } from '@zing/media/photos/mosaic'
import { errors } from '@zing/proto/errors'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../context.ts'
import type { Look, SeenPhoto } from './photo-access.ts'
import { blobKeyOf, photoKeyOf, type Size } from './photo-keys.ts'
import { getJpeg } from './stored-jpegs.ts'

/** About a thousand small photos. */
const BYTES_MAX = 32 * 1024 * 1024

export function createPhotoBytes(): Ctx['photoBytes'] {
  return new LRUCache({ maxSize: BYTES_MAX, sizeCalculation: ({ length }) => length })
}

/** Returns a photo, or its mosaic, to a viewer who may see it. */
export async function getSelfie(ctx: Ctx, look: Look & SeenPhoto, size: Size): Promise<Buffer> {
  const photo = look.isMosaic ? await getMosaic(ctx, look, size) : await readPhoto(ctx, look, size)
  if (!photo) throw errors.notFound() // removed meanwhile
  return photo
}

async function readPhoto(ctx: Ctx, look: Look & SeenPhoto, size: Size): Promise<Buffer | null> {
  const { photoFolder, version } = look
  const key = photoFolder && blobKeyOf(photoKeyOf(photoFolder, version), size)
  const stored = key && (ctx.photoBytes.get(key) ?? (await ctx.blobs.get(key)))
  if (key && stored && size !== 'jpeg') ctx.photoBytes.set(key, stored)
  return stored || getJpeg(ctx, look, size) // of version 0.2
}

/** Only a small photo is square. */
async function getMosaic(ctx: Ctx, look: Look & SeenPhoto, size: Size): Promise<Buffer | null> {
  const shape = size === 'small' ? size : 'medium'
  const key = `mosaic/${look.version}/${shape}`
  const known = ctx.photoBytes.get(key)
  if (known) return known
  const photo = await readPhoto(ctx, look, shape)
  const mosaic = photo && (await toMosaic(photo))
  if (mosaic) ctx.photoBytes.set(key, mosaic)
  return mosaic
}
