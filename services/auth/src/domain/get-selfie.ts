import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'
import { hiddenPairId } from '../models/hidden-pair.ts'

/** The bytes of a photo that its owner shows now, to somebody with whom there is no block. */
export async function getSelfie({ models }: Ctx, viewerId: number, userId: number, version: number): Promise<Buffer> {
  const [isShown, isHidden, selfie] = await Promise.all([
    models.User.exists({ _id: userId, selfieVersion: version }),
    models.HiddenPair.exists({ _id: hiddenPairId(viewerId, userId) }),
    models.Selfie.findById(version).lean(),
  ])
  if (!isShown || isHidden || !selfie) throw new AppError(404, messages.notFound)
  return toBuffer(selfie.jpeg)
}

/** Lean reads give the driver's Binary, which wraps the bytes. */
function toBuffer(jpeg: Buffer | { buffer: Uint8Array }): Buffer {
  return Buffer.isBuffer(jpeg) ? jpeg : Buffer.from(jpeg.buffer)
}
