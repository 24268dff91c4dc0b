import { type AppError, errors } from '@zing/proto/errors'
import { IMAGE_JPEG_QUALITY } from '@zing/proto/limits'
import type { ResizeOptions, Sharp } from 'sharp'
import { ensureDecodable } from './ensure-decodable.ts'
import { readPhoto } from './read-photo.ts'
import { sharp } from './sharp.ts'

const MAX_SECONDS = 5

/**
 * Hands an uploaded picture to `encode`, upright and on white. What is made of it has no metadata (SEC-54). Only one picture
 * at a time may be decoded, see `createFairQueue`. 400 for bytes that are no picture, 503 after too long a time.
 */
export async function withUpright<T>(
  sent: string | Buffer,
  maxPixels: number,
  encode: (upright: Sharp) => Promise<T>,
): Promise<T> {
  const bytes = readPhoto(sent)
  await ensureDecodable(bytes, maxPixels)
  try {
    const options = { failOn: 'error', limitInputPixels: maxPixels } as const
    return await encode(sharp(bytes, options).autoOrient().flatten({ background: '#ffffff' }))
  } catch (error) {
    throw pictureError(error)
  }
}

/** 503 when sharp ran out of time, which may be the machine's fault; 400 for its other errors. */
export function pictureError(error: unknown): AppError {
  const isLate = error instanceof Error && error.message.startsWith('timeout')
  return isLate ? errors.unavailable() : errors.invalidImage()
}

export function toJpeg(image: Sharp, size: ResizeOptions): Promise<Buffer> {
  return image
    .resize(size)
    .jpeg({ quality: IMAGE_JPEG_QUALITY * 100 })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer()
}

/** At most `side` pixels wide and high. */
export function within(side: number): ResizeOptions {
  return { width: side, height: side, fit: 'inside', withoutEnlargement: true }
}
