import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { IMAGE_JPEG_QUALITY, IMAGE_MAX_PIXELS_PER_SIDE, SELFIE_SMALL_PIXELS } from '@zing/proto/limits'
import sharp from 'sharp'
import { createLimited } from '../domain/limited.ts'
import { readDataUrl } from './read-data-url.ts'

// By default sharp also reads SVG, PDF, TIFF and more: only what we accept is left open (SEC-52, SEC-53).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

const MAX_INPUT_PIXELS = 25_000_000
const MAX_SECONDS = 5
const limited = createLimited(2, 50) // SEC-53

/** A photo as it is kept, twice, upright and without metadata (SEC-54). */
export interface Jpegs {
  /** At most 1080 pixels a side. */
  jpeg: Buffer
  /** The middle of it, a small square. */
  small: Buffer
}

/** 400 for what is no photo. */
export function toJpegs(dataUrl: string): Promise<Jpegs> {
  return limited(() => encode(readDataUrl(dataUrl))) // what waits is not decoded yet
}

async function encode(bytes: Buffer): Promise<Jpegs> {
  const side = IMAGE_MAX_PIXELS_PER_SIDE
  try {
    const jpeg = await sharp(bytes, { failOn: 'error', limitInputPixels: MAX_INPUT_PIXELS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: IMAGE_JPEG_QUALITY * 100 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
    const small = await sharp(jpeg)
      .resize({ width: SELFIE_SMALL_PIXELS, height: SELFIE_SMALL_PIXELS, fit: 'cover' })
      .jpeg({ quality: IMAGE_JPEG_QUALITY * 100 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
    return { jpeg, small }
  } catch {
    throw new AppError(400, messages.invalidImage)
  }
}
