import { deleteOlderThan } from '@zing/kit/mongo/delete-older'
import type { Ctx } from '../context.ts'
import { deletePhotos } from '../photos/photos.ts'
import { deletePictures } from '../verification/frames.ts'

/** Deletes what is older than the last reset. Photos come last: their blobs may be in a bucket that is away. */
export async function deleteOlder(ctx: Ctx, epoch: number): Promise<void> {
  const { Selfie: _photos, Verification: _pictures, ...others } = ctx.models
  await deleteOlderThan(epoch, others)
  await deletePhotos(ctx, { epoch: { $lt: epoch } })
  await deletePictures(ctx, { epoch: { $lt: epoch } })
}
