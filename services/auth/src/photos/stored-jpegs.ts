import { DamagedBlob } from '@zing/blobs/verified'
import { toBuffer } from '@zing/kit/mongo/to-buffer'
import type { Ctx } from '../context.ts'
import type { SelfieDocument } from '../models/selfie.ts'
import { blobKeyOf, type Size } from './photo-keys.ts'
import type { Jpegs } from './to-jpegs.ts'

/** Puts the sizes of a photo side by side. */
export async function putJpegs({ blobs }: Ctx, key: string, { jpeg, medium, small }: Jpegs): Promise<void> {
  const sizes = Object.entries({ jpeg, medium, small }) as [Size, Buffer][]
  await Promise.all(sizes.map(([size, bytes]) => blobs.put(blobKeyOf(key, size), bytes)))
}

/** A photo, whoever asks: the caller checks that. Null once it is removed, and for a damaged one, which the log names. */
export async function getJpeg(
  { models, blobs }: Ctx,
  { userId, version }: { userId: number; version: number },
  size: Size = 'jpeg',
): Promise<Buffer | null> {
  const photo = await models.Selfie.findOne({ _id: version, userId }, { key: 1, [size]: 1 }).lean<SelfieDocument>()
  if (photo?.key) return blobs.get(blobKeyOf(photo.key, size)).catch(nullIfDamaged)
  const bytes = photo?.[size]
  return bytes ? toBuffer(bytes) : null
}

/** The log names a damaged blob; whoever asks for it gets none. */
export function nullIfDamaged(error: unknown): null {
  if (error instanceof DamagedBlob) return null
  throw error
}
