import { AppError } from '@zing/kit/errors'
import { toBuffer } from '@zing/kit/mongo/to-buffer'
import { errorMessages } from '@zing/proto/http/errors'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { Jpegs } from '../photos/to-jpegs.ts'
import { isPhotoShown } from './photos.ts'

type Size = keyof Jpegs

interface SelfieRequest {
  userId: number
  version: number
  size: Size
}

/**
 * Returns a photo that a profile shows to a viewer; 404 for any other version or across a block. 429 beyond the quota, in which
 * all photos of one user count once.
 */
export async function getSelfie(ctx: Ctx, viewerId: number, { userId, version, size }: SelfieRequest): Promise<Buffer> {
  const { models } = ctx
  const [isShown, isHidden, selfie] = await Promise.all([
    isPhotoShown(ctx, userId, version),
    models.HiddenPair.exists({ _id: pairKey(viewerId, userId) }),
    models.Selfie.findById(version, { [size]: 1 }).lean(),
  ])
  if (!isShown || isHidden || !selfie) throw new AppError(404, errorMessages.notFound)
  if (userId !== viewerId) await ctx.photoQuota.use(viewerId, [userId])
  const bytes = selfie[size]
  if (bytes) return toBuffer(bytes)
  return getSelfie(ctx, viewerId, { userId, version, size: 'jpeg' }) // stored before there were several sizes
}
