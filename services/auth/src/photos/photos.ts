import { randomInt } from 'node:crypto'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { ensureInTime } from '@zing/kit/timing/deadline'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { noteSimilarPhoto } from '../moderation/ban-matches.ts'
import type { Jpegs } from './to-jpegs.ts'

/** Versions are random, so that nobody finds photos by counting. `randomInt` has no larger range. */
const VERSION_MAX = 2 ** 48 - 1

/** Stores a photo, with its owner's epoch, before any profile refers to it. Returns its new version. */
export async function storePhoto(ctx: Ctx, owner: Pick<UserDocument, '_id' | 'epoch'>, jpegs: Jpegs): Promise<number> {
  const { _id: userId, epoch } = owner
  await noteSimilarPhoto(ctx, owner, jpegs.medium)
  const version = randomInt(1, VERSION_MAX)
  ensureInTime()
  await ctx.models.Selfie.create({ _id: version, userId, ...jpegs, createdAt: new Date(), epoch })
  return version
}

/** Deletes a photo. If this fails, deleteOrphans removes it later. */
export async function deletePhoto({ models, log }: Ctx, userId: number, version: number): Promise<void> {
  if (!version) return // 0: no photo
  await models.Selfie.deleteOne({ _id: version, userId }).catch((err) =>
    log.warn({ err, version }, 'photo deletion failed'),
  )
}

/** True if the user's profile shows this photo now. */
export async function isPhotoShown(ctx: Ctx, userId: number, version: number): Promise<boolean> {
  return (await ctx.models.User.exists(whoShows(ctx, userId, version))) !== null
}

/** Matches the user if their profile shows this photo now. */
export function whoShows(ctx: Ctx, userId: number, version: number) {
  const $or = [{ selfieVersion: version }, { 'photos.version': version }]
  return { _id: userId, $or, ...ofCurrentEpoch(ctx) }
}
