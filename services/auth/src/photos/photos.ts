import { randomInt } from 'node:crypto'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { ensureInTime } from '@zing/kit/timing/deadline'
import type { QueryFilter } from 'mongoose'
import type { Ctx } from '../context.ts'
import type { SelfieDocument } from '../models/selfie.ts'
import type { UserDocument } from '../models/user.ts'
import { noteSimilarPhoto } from '../moderation/ban-matches.ts'
import { askAboutPicture } from '../vision/ask-about-picture.ts'
import { wantsOf } from '../vision/photo-wants.ts'
import { blobKeysOf, photoKeyOf, requireFolder } from './photo-keys.ts'
import { putJpegs } from './stored-jpegs.ts'
import type { Jpegs } from './to-jpegs.ts'

/** Versions are random, so that nobody finds photos by counting. `randomInt` has no larger range. */
const VERSION_MAX = 2 ** 48 - 1

type Owner = Pick<UserDocument, '_id' | 'epoch' | 'photoFolder'> & Partial<Pick<UserDocument, 'createdAt'>>

/**
 * Stores a photo, with its owner's epoch, before any profile refers to it. Its document comes first, so that an erasure finds
 * every blob of the user. Asks vision about it. Returns its new version. `createdAt` of the owner is absent in a registration.
 */
export async function storePhoto(ctx: Ctx, owner: Owner, jpegs: Jpegs): Promise<number> {
  const { _id: userId, epoch } = owner
  await noteSimilarPhoto(ctx, owner, jpegs.medium)
  const version = randomInt(1, VERSION_MAX)
  const key = photoKeyOf(await requireFolder(ctx, owner), version)
  ensureInTime()
  await ctx.models.Selfie.create({ _id: version, userId, key, createdAt: new Date(), epoch })
  try {
    await putJpegs(ctx, key, jpegs)
    await askAboutPicture(ctx, { kind: 'photo', userId, number: version }, wantsOf(ctx, owner))
  } catch (error) {
    await deletePhoto(ctx, userId, version)
    throw error
  }
  return version
}

/** Deletes a photo. If this fails, deleteOrphans removes it later. */
export async function deletePhoto(ctx: Ctx, userId: number, version: number): Promise<void> {
  if (!version) return // 0: no photo
  await deletePhotos(ctx, { _id: version, userId }).catch((err) =>
    ctx.log.warn({ err, version }, 'photo deletion failed'),
  )
}

const PAGE = 500

/** Deletes all photos that match, each with its blobs first: its document is what finds them. */
export async function deletePhotos({ models, blobs }: Ctx, filter: Filter): Promise<void> {
  for (let isFull = true; isFull; ) {
    const photos = await models.Selfie.find(filter, { key: 1, userId: 1 }).limit(PAGE).lean()
    await blobs.remove(blobKeysOf(photos))
    const [ids, userIds] = [photos.map(({ _id }) => _id), photos.map(({ userId }) => userId)]
    if (photos.length > 0) await models.Selfie.deleteMany({ _id: { $in: ids }, userId: { $in: userIds } })
    isFull = photos.length === PAGE
  }
}
type Filter = QueryFilter<SelfieDocument>

/** True if the user's profile shows this photo now. */
export async function isPhotoShown(ctx: Ctx, userId: number, version: number): Promise<boolean> {
  const $or = [{ selfieVersion: version }, { 'photos.version': version }]
  return (await ctx.models.User.exists({ _id: userId, $or, ...ofCurrentEpoch(ctx) })) !== null
}
