import type { Pose } from '@zing/proto/vision/poses'
import type { QueryFilter } from 'mongoose'
import type { Ctx } from '../context.ts'
import type { VerificationDocument } from '../models/verification.ts'

const PAGE = 100

export function frameKeyOf({ key }: Pick<VerificationDocument, 'key'>, digest: string): string {
  return `${key}/${digest}`
}

/** The digest of the last stored picture of a pose. Undefined without a picture. */
export function frameOf({ uploads, stored }: VerificationDocument, pose: Pose): string | undefined {
  return uploads.findLast((upload) => upload.pose === pose && stored.includes(upload.digest))?.digest
}

export function missingPoses(pictures: VerificationDocument): Pose[] {
  return pictures.poses.filter((pose) => !frameOf(pictures, pose))
}

/** Deletes what matches: the blobs first, since the document is what finds them. */
export async function deletePictures({ models, blobs }: Ctx, filter: QueryFilter<VerificationDocument>): Promise<void> {
  for (let isFull = true; isFull; ) {
    const found = await models.Verification.find(filter).limit(PAGE).lean<VerificationDocument[]>()
    await blobs.remove(found.flatMap((one) => one.uploads.map(({ digest }) => frameKeyOf(one, digest))))
    const ids = found.map(({ _id }) => _id)
    if (ids.length > 0) await models.Verification.deleteMany({ _id: { $in: ids } })
    isFull = found.length === PAGE
  }
}

/**
 * Deletes the pictures of a user's verifications and what vision has seen in them, except for the verification `kept`. If that
 * fails, the sweep does it soon.
 */
export async function endPictures(ctx: Ctx, userId: number, kept: number | null = null): Promise<void> {
  const { Verification, PictureToSee } = ctx.models
  const ended = { userId, ...(kept !== null && { _id: { $ne: kept } }) }
  await Verification.updateMany(ended, { $set: { expiresAt: new Date(0) } })
  ctx.endedPictures.soon()
  await deletePictures(ctx, ended).catch((err) => ctx.log.warn({ err, userId }, 'pictures not deleted yet'))
  if (kept === null) await PictureToSee.deleteMany({ userId, _id: { $regex: `^(frame|main):${userId}:` } })
}
