import * as tf from '@tensorflow/tfjs-core'
import { withUpright } from '@zing/media/photos/encode'

const MAX_PIXELS = 25_000_000
const MAX_SECONDS = 5
const CHANNELS = 3

/**
 * Decodes a picture to a square of `side` pixels and hands its numbers from 0 to 255 to `see`. 'contain' keeps the shape and
 * adds black edges, 'fill' stretches. 400 for bytes that are no picture or that decode to too much.
 */
export async function withPixels<T>(
  picture: Buffer,
  side: number,
  fit: 'contain' | 'fill',
  see: (pixels: tf.Tensor3D) => Promise<T>,
): Promise<T> {
  const bytes = await withUpright(picture, MAX_PIXELS, (upright) =>
    upright
      .resize(side, side, { fit, background: '#000000' })
      .toColourspace('srgb')
      .raw()
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer(),
  )
  const pixels = tf.tensor3d(new Uint8Array(bytes), [side, side, CHANNELS], 'int32')
  try {
    return await see(pixels)
  } finally {
    pixels.dispose()
  }
}
