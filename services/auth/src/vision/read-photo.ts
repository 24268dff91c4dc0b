import { VISION_PICTURE_MAX_BYTES } from '@zing/proto/nats/rpc/vision'
import type { Ctx } from '../context.ts'
import { getJpeg } from '../photos/stored-jpegs.ts'

/** The largest size of a photo that vision takes. A photo full of noise is larger than others. */
export async function readPhoto(ctx: Ctx, photo: { userId: number; version: number }): Promise<Buffer | null> {
  const medium = await getJpeg(ctx, photo, 'medium')
  return medium && medium.length > VISION_PICTURE_MAX_BYTES ? getJpeg(ctx, photo, 'small') : medium
}
