import { newKey } from '@zing/blobs/key'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import type { Jpegs } from './to-jpegs.ts'

export type Size = keyof Jpegs
const SIZES: readonly Size[] = ['jpeg', 'medium', 'small']

/** The blobs of a photo are under the key in its document. */
export function blobKeyOf(photoKey: string, size: Size): string {
  return `${photoKey}/${size}`
}

/** None for a photo of version 0.2, whose bytes are in its document. */
export function blobKeysOf(photos: { key?: string | null }[]): string[] {
  return photos.flatMap(({ key }) => (key ? SIZES.map((size) => blobKeyOf(key, size)) : []))
}

/** The user's folder makes the key known without a look at the photo's document. */
export function photoKeyOf(folder: string, version: number): string {
  return `${folder}/${version}`
}

type Owner = Pick<UserDocument, '_id' | 'photoFolder'>

/** The user's folder, created for an account of version 0.2. */
export async function requireFolder({ models }: Ctx, { _id, photoFolder }: Owner): Promise<string> {
  if (photoFolder) return photoFolder
  await models.User.updateOne({ _id, photoFolder: null }, { photoFolder: newKey() })
  const owner = await models.User.findOne({ _id }, { photoFolder: 1 }).lean<Owner>()
  if (!owner?.photoFolder) throw errors.notSignedIn() // deleted meanwhile
  return owner.photoFolder
}
