import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { toJpeg, within } from './encode.ts'
import { sharp } from './sharp.ts'

/** Thumbhash reads no larger picture. */
const HASHED_PIXELS = 100
const MOSAIC_PIXELS = 240

/** Returns the thumbhash of a small JPEG: about 25 bytes with its colours, and nothing that anybody can recognise. */
export async function thumbHashOf(jpeg: Buffer): Promise<Uint8Array> {
  const small = await sharp(jpeg)
    .resize(within(HASHED_PIXELS))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return rgbaToThumbHash(small.info.width, small.info.height, small.data)
}

/** Returns a JPEG of about the same shape that shows no more than the thumbhash of the picture. */
export async function toMosaic(jpeg: Buffer): Promise<Buffer> {
  const { w: width, h: height, rgba } = thumbHashToRGBA(await thumbHashOf(jpeg))
  const mosaic = sharp(rgba, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' })
  return toJpeg(mosaic, { width: MOSAIC_PIXELS, height: MOSAIC_PIXELS, fit: 'inside' })
}
