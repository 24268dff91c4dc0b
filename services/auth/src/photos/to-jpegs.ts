import { toJpeg, within, withUpright } from '@zing/media/photos/encode'
import { IMAGE_MAX_PIXELS_PER_SIDE, SELFIE_MEDIUM_PIXELS, SELFIE_SMALL_PIXELS } from '@zing/proto/limits'
import sharp from 'sharp'

const MAX_PIXELS = 25_000_000

/** A stored photo in three sizes, upright and without metadata (SEC-54). */
export interface Jpegs {
  jpeg: Buffer // at most 1080 pixels per side
  medium: Buffer // at most 720 pixels wide
  small: Buffer // centre square of 320 pixels
}

/** Only the photo queue may run this, see `photo-queue.ts`. */
export function toJpegs(sent: string | Buffer): Promise<Jpegs> {
  return withUpright(sent, MAX_PIXELS, async (upright) => {
    const jpeg = await toJpeg(upright, within(IMAGE_MAX_PIXELS_PER_SIDE))
    const medium = await toJpeg(sharp(jpeg), { width: SELFIE_MEDIUM_PIXELS, withoutEnlargement: true })
    const small = await toJpeg(sharp(medium), { width: SELFIE_SMALL_PIXELS, height: SELFIE_SMALL_PIXELS, fit: 'cover' })
    return { jpeg, medium, small }
  })
}
