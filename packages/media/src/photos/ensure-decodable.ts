import { errors } from '@zing/proto/errors'
import type { Metadata } from 'sharp'
import { readJpegHeader } from './read-jpeg-header.ts'
import { sharp } from './sharp.ts'

/**
 * Memory for one decoded picture (SEC-53). Decoding takes up to 1.4 times as much, for one picture at a time. A photo
 * of 16 megapixels has 48 MB. Cameras' JPEGs are decoded row by row and need less.
 */
const MAX_DECODED_BYTES = 64 * 1024 * 1024
const COEFFICIENT_BYTES = 2
const BYTES_PER_SAMPLE: Record<string, number> = { uchar: 1, ushort: 2 }
const WEBP_CHANNELS = 4 // libwebp always decodes with alpha
const MAX_CHANNELS = 4
const MAX_BYTES_PER_SAMPLE = 2

/** Rejects a picture if decoding it would take too much memory. Reads only its header, within a millisecond. */
export async function ensureDecodable(bytes: Buffer, maxPixels: number): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels: maxPixels })
    .metadata()
    .catch(() => null)
  const isSmall = header && decodedBytes(bytes, header) <= MAX_DECODED_BYTES
  if (!isSmall) throw errors.invalidImage()
}

/** The bytes that the decoder holds at once. A JPEG decoded row by row counts nothing, others count whole. */
function decodedBytes(bytes: Buffer, { width, height, channels, depth, format }: Metadata): number {
  const pixels = width * height
  if (format === 'webp') return pixels * WEBP_CHANNELS
  if (format === 'png')
    return pixels * (channels ?? MAX_CHANNELS) * (BYTES_PER_SAMPLE[depth ?? ''] ?? MAX_BYTES_PER_SAMPLE)
  const jpeg = readJpegHeader(bytes)
  if (jpeg?.isSequential) return 0
  return pixels * (jpeg?.samplesPerPixel ?? MAX_CHANNELS) * COEFFICIENT_BYTES
}
