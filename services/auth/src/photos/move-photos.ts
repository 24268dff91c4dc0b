import { toBuffer } from '@zing/kit/mongo/to-buffer'
import { paced } from '@zing/kit/timing/pace'
import type { Ctx } from '../context.ts'
import type { SelfieDocument } from '../models/selfie.ts'
import { blobKeysOf, photoKeyOf, requireFolder } from './photo-keys.ts'
import { putJpegs } from './stored-jpegs.ts'

const PAGE = 100

/**
 * Moves the bytes of photos of version 0.2 out of their documents, then all blobs to the chosen store.
 * Each photo moves by itself, so an interrupted run goes on where it was.
 */
export async function movePhotos(ctx: Ctx): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const holdsBytes = { _id: { $gt: after }, key: null }
    const page: { _id: number }[] = await ctx.models.Selfie.find(holdsBytes, { _id: 1, userId: 1 })
      .sort({ _id: 1 })
      .limit(PAGE)
      .lean()
    for (const { _id } of page) await paced(() => moveOne(ctx, _id))
    after = page.at(-1)?._id
  }
  await ctx.blobs.move()
}

async function moveOne(ctx: Ctx, version: number): Promise<void> {
  const { Selfie, User } = ctx.models
  const photo = await Selfie.findOne({ _id: version }).lean<SelfieDocument>()
  const owner = photo && (await User.findOne({ _id: photo.userId }, { photoFolder: 1 }).lean())
  if (!owner || !photo.jpeg || !photo.medium || !photo.small) return // an orphan, or moved meanwhile
  const { userId, jpeg, medium, small } = photo
  const key = photoKeyOf(await requireFolder(ctx, owner), version)
  await putJpegs(ctx, key, { jpeg: toBuffer(jpeg), medium: toBuffer(medium), small: toBuffer(small) })
  const moved = { $set: { key }, $unset: { jpeg: 1, medium: 1, small: 1 } } as const
  const { matchedCount } = await Selfie.updateOne({ _id: version, userId }, moved)
  if (matchedCount === 0) await ctx.blobs.remove(blobKeysOf([{ key }])) // deleted meanwhile
}
