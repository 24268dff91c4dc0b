import { pictureError } from '@zing/media/photos/encode'
import { sharp } from '@zing/media/photos/sharp'
import { LOGO_PIXELS } from '@zing/proto/limits'

const MAX_PIXELS = 25_000_000
const MAX_SECONDS = 5
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** A square with the whole picture, upright and without metadata. */
export async function encodeLogo(picture: Buffer): Promise<Buffer> {
  try {
    return await sharp(picture, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'contain', background: CLEAR })
      .png()
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
  } catch (error) {
    throw pictureError(error)
  }
}
