import { type Box, type GreyImage, readGreyImage, SIDE } from './grey-image.ts'

// A difference hash: whether each grey value of a tiny version of the photo is brighter than its right neighbour. It
// stays nearly the same when a photo is scaled, compressed again or made brighter. Of banned users one hash of each photo is
// stored; a new photo is hashed in all ways in which it may have been made from a stored one.

const ROWS = 8
const COLUMNS = 9
/** Between the darkest and the brightest grey; below it a photo shows next to nothing. */
const MIN_CONTRAST = 24
/** Bits of either value; a photo with fewer resembles every one that becomes brighter to one side. */
const MIN_BITS = 8
/** Bits in which the hashes of one photo may differ. */
export const SIMILAR_BITS = 7
/** What may have been cut off at each side, in parts of what is left. */
const CUT = 0.05
const WHOLE: Box = { left: 0, top: 0, right: SIDE, bottom: SIDE }
const SIDES = ['left', 'top', 'right', 'bottom'] as const

const UPRIGHT: Box[] = Array.from({ length: ROWS * COLUMNS }, (_, index) => {
  const [row, column] = [Math.floor(index / COLUMNS), index % COLUMNS]
  return { left: column / COLUMNS, top: row / ROWS, right: (column + 1) / COLUMNS, bottom: (row + 1) / ROWS }
})
/** Where the cells of a turned photo, and of its mirror image, are in the photo as it is shown. */
const ORIENTATIONS = [UPRIGHT, UPRIGHT.map(mirrored)].flatMap((cells) => {
  const [quarter, half] = [cells.map(turned), cells.map(turned).map(turned)]
  return [cells, quarter, half, half.map(turned)]
})

/** Hashes a photo to 64 bits in 16 hexadecimal digits; null for one that shows too little to be recognised by. */
export async function hashPhoto(jpeg: Buffer): Promise<string | null> {
  return hashCells(await readGreyImage(jpeg), WHOLE, UPRIGHT)
}

/** The hashes of the photos from which this one may have been made by a border, a cut of CUT at any side, a turn or a mirror. */
export async function hashOrigins(jpeg: Buffer): Promise<string[]> {
  const image = await readGreyImage(jpeg)
  const hasBorder = SIDES.some((side) => image.inner[side] !== WHOLE[side])
  const frames = [WHOLE, ...(hasBorder ? [image.inner] : [])].flatMap(uncutFramesOf)
  const hashes = frames.flatMap((frame) => ORIENTATIONS.map((cells) => hashCells(image, frame, cells)))
  return [...new Set(hashes.filter((hash) => hash !== null))]
}

/** A photo before any of its sides was cut, or none: what is missing is as the edge. */
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

/** A part of a box, given as fractions of it. */
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

/** Tells of a hash whether it is that of one of these photos, most probably. */
export function similarTo(hashes: string[]): (hash: string) => boolean {
  const known = hashes.map(wordsOf)
  return (hash) => {
    const [high, low] = wordsOf(hash)
    return known.some((one) => countBits(one[0] ^ high) + countBits(one[1] ^ low) <= SIMILAR_BITS)
  }
}

/** A hash as two numbers of 32 bits: comparing them takes nanoseconds, and each new photo is compared with all records. */
function wordsOf(hash: string): [high: number, low: number] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)]
}

/** Sums pairs of bits, then fours, then bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
