import sharp from 'sharp'

const LEVELS = 8
const STEP = 255 / (LEVELS - 1)
/** JPEG and WebP change a plain colour by less. */
const TOLERANCE = STEP / 3
const SIDE = 64

/** Pictures in a row of this many have different colours. */
const COLOURS = LEVELS ** 3

/** A picture in the colour of this number, so that its bytes tell which message they belong to. */
export function pictureOf(number: number): Promise<Buffer> {
  const [r, g, b] = colourOf(number)
  return sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}

/** True if `bytes` are a picture in the colour of this number. */
export async function isPictureOf(number: number, bytes: Buffer): Promise<boolean> {
  const { channels } = await sharp(bytes).stats()
  return colourOf(number).every((value, index) => Math.abs((channels[index]?.mean ?? -1) - value) < TOLERANCE)
}

function colourOf(number: number): [number, number, number] {
  const index = number % COLOURS
  return [index % LEVELS, Math.floor(index / LEVELS) % LEVELS, Math.floor(index / LEVELS ** 2)].map(
    (level) => level * STEP,
  ) as [number, number, number] // three levels
}
