import sharp from 'sharp'

/** A part of an image, in pixels or as fractions of the whole. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A photo, scaled to a square of grey values from 0 to 255. */
export interface GreyImage {
  /** The mean of the pixels in a box. Outside the image, the values of its edge count. */
  meanOf(box: Box): number
  /** The image without a border of one colour. Without a border it is the whole image. */
  inner: Box
}

/** Divisible by eight rows and nine columns. */
export const SIDE = 144
/** After compression, grey values of one colour differ by at most this much. */
const BORDER_CONTRAST = 16
/** The maximum width of a border. */
const BORDER_MAX = SIDE / 3

/** Reads a photo as a small square, whatever its shape. */
export async function readGreyImage(jpeg: Buffer): Promise<GreyImage> {
  const { data, info } = await sharp(jpeg)
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear', fastShrinkOnLoad: false })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const greyAt = (x: number, y: number) => data[(y * SIDE + x) * info.channels] ?? 0
  return { meanOf: createMeans(greyAt), inner: findInner(greyAt) }
}

/** Sums all pixels above and left of each pixel. The mean of any box then takes four sums. */
function createMeans(greyAt: (x: number, y: number) => number): GreyImage['meanOf'] {
  const width = SIDE + 1
  const sums = new Float64Array(width ** 2)
  const sumAt = (x: number, y: number) => sums[y * width + x] ?? 0
  for (let y = 0; y < SIDE; y++) {
    let row = 0
    for (let x = 0; x < SIDE; x++) {
      row += greyAt(x, y)
      sums[(y + 1) * width + x + 1] = sumAt(x + 1, y) + row
    }
  }
  return (box) => {
    const [left, right] = pixelsOf(box.left, box.right)
    const [top, bottom] = pixelsOf(box.top, box.bottom)
    const sum = sumAt(right, bottom) - sumAt(left, bottom) - sumAt(right, top) + sumAt(left, top)
    return sum / ((right - left) * (bottom - top))
  }
}

/** At least one pixel inside the image. */
function pixelsOf(from: number, to: number): [number, number] {
  const first = Math.min(Math.max(Math.round(from), 0), SIDE - 1)
  return [first, Math.min(Math.max(Math.round(to), first + 1), SIDE)]
}

function findInner(greyAt: (x: number, y: number) => number): Box {
  const colour = greyAt(0, 0)
  const isBorder = (line: (along: number) => number) => {
    for (let along = 0; along < SIDE; along++) if (Math.abs(line(along) - colour) > BORDER_CONTRAST) return false
    return true
  }
  const widthOf = (lineAt: (depth: number) => (along: number) => number) => {
    let depth = 0
    while (depth < BORDER_MAX && isBorder(lineAt(depth))) depth += 1
    return depth && depth + 1 // the next line mixes border and picture
  }
  const top = widthOf((depth) => (x) => greyAt(x, depth))
  const bottom = widthOf((depth) => (x) => greyAt(x, SIDE - 1 - depth))
  const left = widthOf((depth) => (y) => greyAt(depth, y))
  const right = widthOf((depth) => (y) => greyAt(SIDE - 1 - depth, y))
  return { left, top, right: SIDE - right, bottom: SIDE - bottom }
}
