import sharp from 'sharp'

// A difference hash: whether each grey value of a tiny version of the photo is brighter than its right neighbour. It
// stays nearly the same when a photo is scaled, compressed again or made brighter; it does not survive a crop.

/** 64 bits in 16 hexadecimal digits, two for each row. */
export interface PhotoHash {
  hash: string
  /** That of the photo as a mirror shows it. */
  mirrored: string
}

const ROWS = 8
const COLUMNS = 9
/** Side of the square of pixels whose mean is one grey value. */
const BLOCK = 8
/** Between the darkest and the brightest grey; below it a photo shows next to nothing. */
const MIN_CONTRAST = 24
/** Bits of either value; a photo with fewer resembles every one that becomes brighter to one side. */
const MIN_BITS = 8
/** Bits in which the hashes of one photo may differ: below ROWS, so that two similar hashes have a row in common. */
export const SIMILAR_BITS = ROWS - 1

/** Hashes a stored photo; null for one that shows too little to be recognised by. */
export async function hashPhoto(jpeg: Buffer): Promise<PhotoHash | null> {
  const { data, info } = await sharp(jpeg)
    .resize(COLUMNS * BLOCK, ROWS * BLOCK, { fit: 'fill', kernel: 'linear', fastShrinkOnLoad: false })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const greyAt = (x: number, y: number) => data[(y * COLUMNS * BLOCK + x) * info.channels] ?? 0
  return hashGreys(meansOf(greyAt))
}

/** The mean of each block: the same for a photo and its mirror image, which a resize to this size is not. */
function meansOf(greyAt: (x: number, y: number) => number): number[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const [left, top] = [(index % COLUMNS) * BLOCK, Math.floor(index / COLUMNS) * BLOCK]
    let sum = 0
    for (let y = top; y < top + BLOCK; y++) for (let x = left; x < left + BLOCK; x++) sum += greyAt(x, y)
    return sum / BLOCK ** 2
  })
}

/** Hashes ROWS rows of COLUMNS grey values from 0 to 255. */
export function hashGreys(greys: number[]): PhotoHash | null {
  const rows = Array.from({ length: ROWS }, (_, row) => greys.slice(row * COLUMNS, (row + 1) * COLUMNS))
  const hash = rows.map(byteOf).join('')
  const bits = countBits(hash)
  const contrast = Math.max(...greys) - Math.min(...greys)
  if (contrast < MIN_CONTRAST || bits < MIN_BITS || bits > ROWS * (COLUMNS - 1) - MIN_BITS) return null
  return { hash, mirrored: rows.map((row) => byteOf(row.toReversed())).join('') }
}

function byteOf(row: number[]): string {
  const bits = row.slice(1).map((grey, column) => (Number(row[column]) > grey ? 1 : 0))
  return Number.parseInt(bits.join(''), 2).toString(16).padStart(2, '0')
}

/** The rows of a hash with their numbers, such as `3:5a`: two similar hashes have at least one in common. */
export function bytesOfHash(hash: string): string[] {
  return Array.from({ length: ROWS }, (_, row) => `${row}:${hash.slice(2 * row, 2 * row + 2)}`)
}

/** True if the hashes are those of one photo, most probably. */
export function isSimilar(a: string, b: string): boolean {
  const difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  return countBits(difference.toString(16)) <= SIMILAR_BITS
}

function countBits(hexadecimal: string): number {
  return BigInt(`0x${hexadecimal}`).toString(2).replaceAll('0', '').length
}
