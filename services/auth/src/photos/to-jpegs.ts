import { errors } from '@zing/proto/errors'
import {
  IMAGE_JPEG_QUALITY,
  IMAGE_MAX_PIXELS_PER_SIDE,
  SELFIE_MEDIUM_PIXELS,
  SELFIE_SMALL_PIXELS,
} from '@zing/proto/limits'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { ensureDecodable } from './ensure-decodable.ts'
import { readPhoto } from './read-photo.ts'

// sharp also reads SVG, PDF, TIFF and more: only the accepted formats stay enabled (SEC-52, SEC-53)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

const MAX_SECONDS = 5

/** A stored photo in three sizes, upright and without metadata (SEC-54). */
export interface Jpegs {
  jpeg: Buffer // at most 1080 pixels per side
  medium: Buffer // at most 720 pixels wide
  small: Buffer // centre square of 320 pixels
}

/** Only the photo queue may run this, see `photo-queue.ts`. */
export async function toJpegs(sent: string | Buffer): Promise<Jpegs> {
  const bytes = readPhoto(sent)
  await ensureDecodable(bytes)
  try {
    const upright = sharp(bytes, { failOn: 'error' }).autoOrient().flatten({ background: '#ffffff' })
    const jpeg = await toJpeg(upright, {
      ...square(IMAGE_MAX_PIXELS_PER_SIDE),
      fit: 'inside',
      withoutEnlargement: true,
    })
    const medium = await toJpeg(sharp(jpeg), { width: SELFIE_MEDIUM_PIXELS, withoutEnlargement: true })
    const small = await toJpeg(sharp(medium), { ...square(SELFIE_SMALL_PIXELS), fit: 'cover' })
    return { jpeg, medium, small }
  } catch {
    throw errors.invalidImage()
  }
}

function square(side: number): ResizeOptions {
  return { width: side, height: side }
}

function toJpeg(image: Sharp, size: ResizeOptions): Promise<Buffer> {
  return image
    .resize(size)
    .jpeg({ quality: IMAGE_JPEG_QUALITY * 100 })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer()
}
