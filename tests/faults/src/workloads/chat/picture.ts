import sharp from 'sharp'

const LEVELS = 8
const STEP = 255 / (LEVELS - 1)
/** JPEG and WebP change a plain colour by less. */
const TOLERANCE = STEP / 3
const SIDE = 64

/** Pictures in a row of this many have different colours. */
const COLOURS = LEVELS ** 3

/** A picture in the colour of this number, so that its bytes tell which message they belong to. */
export async function pictureOf(number: number): Promise<{ type: string; bytes: Buffer }> {
  const [r, g, b] = colourOf(number)
  const picture = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: { r, g, b } } })
  return { type: 'image/png', bytes: await picture.png().toBuffer() }
}

/** True if `bytes` are a picture in the colour of this number. */
export async function isPictureOf(number: number, bytes: Buffer): Promise<boolean> {
  const stats = await sharp(bytes)
    .stats()
    .catch(() => null)
  return colourOf(number).every(
    (value, index) => Math.abs((stats?.channels[index]?.mean ?? Number.NaN) - value) < TOLERANCE,
  )
}

function colourOf(number: number): [number, number, number] {
  const index = number % COLOURS
  return [index % LEVELS, Math.floor(index / LEVELS) % LEVELS, Math.floor(index / LEVELS ** 2)].map(
    (level) => level * STEP,
  ) as [number, number, number] // three levels
}
