import { type Box, type GreyImage, readGreyImage, SIDE } from './grey-image.ts'

// A difference hash scales a photo down to a few grey values. Each bit says whether a value is brighter than its right
// neighbour. The hash stays nearly the same when a photo is scaled, recompressed or made brighter. Each photo of a
// banned user has one stored hash. A new photo has a hash for each way in which it may come from a stored photo.

const ROWS = 8
const COLUMNS = 9
/** The minimum difference between darkest and brightest grey. Below it a photo shows next to nothing. */
const MIN_CONTRAST = 24
/** The minimum number of zeros and of ones. With fewer, a hash would match every photo that brightens to one side. */
const MIN_BITS = 8
/** Hashes of the same photo may differ in this many bits. */
export const SIMILAR_BITS = 7
/** The fraction that may be cut from each side, relative to the rest. */
const CUT = 0.05
const WHOLE: Box = { left: 0, top: 0, right: SIDE, bottom: SIDE }
const SIDES = ['left', 'top', 'right', 'bottom'] as const

const UPRIGHT: Box[] = Array.from({ length: ROWS * COLUMNS }, (_, index) => {
  const [row, column] = [Math.floor(index / COLUMNS), index % COLUMNS]
  return { left: column / COLUMNS, top: row / ROWS, right: (column + 1) / COLUMNS, bottom: (row + 1) / ROWS }
})
/** The cells of turned and mirrored photos, placed in the photo as it is shown. */
const ORIENTATIONS = [UPRIGHT, UPRIGHT.map(mirrored)].flatMap((cells) => {
  const [quarter, half] = [cells.map(turned), cells.map(turned).map(turned)]
  return [cells, quarter, half, half.map(turned)]
})

/** Hashes a photo to 64 bits, as 16 hexadecimal digits. Null if it shows too little to be recognised. */
export async function hashPhoto(jpeg: Buffer): Promise<string | null> {
  return hashCells(await readGreyImage(jpeg), WHOLE, UPRIGHT)
}

/** The hashes of all photos from which a border, cuts, a turn or a mirror may have made this one. */
export async function hashOrigins(jpeg: Buffer): Promise<string[]> {
  const image = await readGreyImage(jpeg)
  const hasBorder = SIDES.some((side) => image.inner[side] !== WHOLE[side])
  const frames = [WHOLE, ...(hasBorder ? [image.inner] : [])].flatMap(uncutFramesOf)
  const hashes = frames.flatMap((frame) => ORIENTATIONS.map((cells) => hashCells(image, frame, cells)))
  return [...new Set(hashes.filter((hash) => hash !== null))]
}

/** The frame before a cut of any of its sides, or of none. The edge stands in for missing parts. */
function uncutFramesOf(frame: Box): Box[] {
  return Array.from({ length: 2 ** SIDES.length }, (_, cuts) => {
    const [left, top, right, bottom] = SIDES.map((_side, index) => (cuts & (1 << index) ? CUT : 0)) as Cuts
    return within(frame, { left: -left, top: -top, right: 1 + right, bottom: 1 + bottom })
  })
}

type Cuts = [left: number, top: number, right: number, bottom: number]

function hashCells(image: GreyImage, frame: Box, cells: Box[]): string | null {
  return hashGreys(cells.map((cell) => image.meanOf(within(frame, cell))))
}

/** Hashes ROWS rows of COLUMNS grey values from 0 to 255. */
export function hashGreys(greys: number[]): string | null {
  const rows = Array.from({ length: ROWS }, (_, row) => greys.slice(row * COLUMNS, (row + 1) * COLUMNS))
  const hash = rows.map(byteOf).join('')
  const [high, low] = wordsOf(hash)
  const bits = countBits(high) + countBits(low)
  const contrast = Math.max(...greys) - Math.min(...greys)
  return contrast < MIN_CONTRAST || bits < MIN_BITS || bits > ROWS * (COLUMNS - 1) - MIN_BITS ? null : hash
}

function byteOf(row: number[]): string {
  const bits = row.slice(1).map((grey, column) => (Number(row[column]) > grey ? 1 : 0))
  return Number.parseInt(bits.join(''), 2).toString(16).padStart(2, '0')
}

/** A part of a box, given as fractions of the box. */
function within({ left, top, right, bottom }: Box, part: Box): Box {
  const [width, height] = [right - left, bottom - top]
  return {
    left: left + part.left * width,
    top: top + part.top * height,
    right: left + part.right * width,
    bottom: top + part.bottom * height,
  }
}

function turned({ left, top, right, bottom }: Box): Box {
  return { left: top, top: 1 - right, right: bottom, bottom: 1 - left }
}

function mirrored({ left, right, ...rows }: Box): Box {
  return { left: 1 - right, right: 1 - left, ...rows }
}

/** Returns a function that tells whether a hash most probably belongs to one of these photos. */
export function similarTo(hashes: string[]): (hash: string) => boolean {
  const known = hashes.map(wordsOf)
  return (hash) => {
    const [high, low] = wordsOf(hash)
    return known.some((one) => countBits(one[0] ^ high) + countBits(one[1] ^ low) <= SIMILAR_BITS)
  }
}

/** A hash as two numbers of 32 bits. They compare within nanoseconds; each new photo is compared with all records. */
function wordsOf(hash: string): [high: number, low: number] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)]
}

/** Sums pairs of bits, then fours, then bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
