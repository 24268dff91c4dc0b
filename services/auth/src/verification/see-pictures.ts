import { POSES_ASKED } from '@zing/proto/vision/poses'
import type { Ctx } from '../context.ts'
import type { VerificationDocument } from '../models/verification.ts'
import { getJpeg, nullIfDamaged } from '../photos/stored-jpegs.ts'
import type { NamedPicture, PictureKind } from '../vision/named-picture.ts'
import { frameKeyOf, frameOf } from './frames.ts'

/** The number of a frame as a picture that vision looks at. */
export function frameNumberOf(id: number, index: number): number {
  return id * POSES_ASKED + index
}

/** The picture of a pose. */
export const frame: PictureKind = {
  async read(ctx, picture) {
    const { id, index } = placeOf(picture)
    return readFrame(ctx, id, index)
  },
  async note({ models }, picture, { face = null, pose: fits = null }) {
    const { id, index } = placeOf(picture)
    const filter = { _id: id, userId: picture.userId }
    const found = await models.Verification.findOne(filter, { poses: 1 }).lean<VerificationDocument>()
    const pose = found?.poses[index]
    if (pose) await models.Verification.updateOne(filter, { $set: { [`seen.frames.${pose}`]: { face, fits } } })
  },
}

/** The first photo of the profile at the time of a verification. Its face is noted nowhere else. */
export const main: PictureKind = {
  async read(ctx, { userId, number }) {
    const isWanted = await ctx.models.Verification.exists({ userId })
    return isWanted ? getJpeg(ctx, { userId, version: number }, 'medium') : null
  },
  async note({ models }, { userId, number }, { face = null }) {
    await models.Verification.updateMany({ userId }, { $set: { 'seen.photo': { version: number, face } } })
  },
}

/** Reads the picture of a pose by its place; null if it is gone. */
export async function readFrame(ctx: Ctx, id: number, index: number): Promise<Buffer | null> {
  const pictures = await ctx.models.Verification.findOne({ _id: id }).lean<VerificationDocument>()
  const pose = pictures?.poses[index]
  const digest = pictures && pose && frameOf(pictures, pose)
  return digest ? ctx.blobs.get(frameKeyOf(pictures, digest)).catch(nullIfDamaged) : null
}

function placeOf({ number }: NamedPicture): { id: number; index: number } {
  return { id: Math.floor(number / POSES_ASKED), index: number % POSES_ASKED }
}
