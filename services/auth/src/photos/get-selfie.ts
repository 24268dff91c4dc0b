import { toBuffer } from '@zing/kit/mongo/to-buffer'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { type Look, requirePhotoAccess } from './photo-access.ts'
import type { Jpegs } from './to-jpegs.ts'

type Size = keyof Jpegs

/** Returns a photo to a viewer who may see it; 404 otherwise. */
export async function getSelfie(ctx: Ctx, look: Look, size: Size): Promise<Buffer> {
  await requirePhotoAccess(ctx, look)
  const photo = await readSize(ctx, look, size)
  if (!photo) throw errors.notFound() // removed meanwhile
  return photo
}

async function readSize({ models }: Ctx, { userId, version }: Look, size: Size): Promise<Buffer | null> {
  const selfie = await models.Selfie.findOne({ _id: version, userId })
    .select<Partial<Jpegs>>({ [size]: 1 })
    .lean()
  const bytes = selfie?.[size]
  return bytes ? toBuffer(bytes) : null
}
