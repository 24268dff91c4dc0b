import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawn } from '../../test/pictures.ts'
import { hashGreys, hashOrigins, hashPhoto, SIMILAR_BITS, similarTo } from './photo-hash.ts'

const SEEDS = [1, 2, 3, 4, 5]
/** The fraction cut from each side. */
const CUT = 0.05

const jpegOf = (image: Sharp) => image.jpeg({ quality: 80 }).toBuffer()
/** An image on which further operations follow the earlier ones. */
const again = async (image: Sharp) => sharp(await image.png().toBuffer())

async function hashOf(image: Sharp): Promise<string> {
  const hash = await hashPhoto(await jpegOf(image))
  if (!hash) throw new Error('no hash')
  return hash
}

async function isRecognised(seed: number, image: Sharp): Promise<boolean> {
  return similarTo(await hashOrigins(await jpegOf(image)))(await hashOf(drawn(seed)))
}

type Sides = [left: number, top: number, right: number, bottom: number]
function cut(image: Sharp, sides: Sides): Sharp {
  const [left, top, right, bottom] = sides.map((is, side) =>
    Math.round(is * CUT * (side % 2 === 0 ? 180 : 240)),
  ) as Sides
  return image.extract({ left, top, width: 180 - left - right, height: 240 - top - bottom })
}
function framed(image: Sharp, width: number, background: string): Sharp {
  return image.extend({ top: width, bottom: width, left: width, right: width, background })
}

describe('a photo is recognised', () => {
  test.each<[string, (photo: Sharp) => Sharp | Promise<Sharp>]>([
    ['smaller', (photo) => photo.resize(90)],
    ['compressed hard', async (photo) => sharp(await photo.jpeg({ quality: 20 }).toBuffer())],
    ['brighter', (photo) => photo.linear(1.1)],
    ['a little blurred', (photo) => photo.blur(2)],
    ['mirrored', (photo) => photo.flop()],
    ['turned by a quarter', (photo) => photo.rotate(90)],
    ['turned by half', (photo) => photo.rotate(180)],
    ['turned by three quarters and mirrored', async (photo) => (await again(photo.rotate(270))).flop()],
    ['with a narrow white border', (photo) => framed(photo, 5, '#ffffff')],
    ['with a wide border of a colour', (photo) => framed(photo, 30, '#d9214e')],
    ['with a border, mirrored', async (photo) => (await again(framed(photo, 18, '#000000'))).flop()],
    ['with a border, turned', async (photo) => (await again(framed(photo, 18, '#ffffff'))).rotate(90)],
    ['cut at all sides', (photo) => cut(photo, [1, 1, 1, 1])],
    ['cut at one side', (photo) => cut(photo, [1, 0, 0, 0])],
    ['cut at two sides', (photo) => cut(photo, [0, 1, 1, 0])],
    ['cut at three sides', (photo) => cut(photo, [1, 1, 0, 1])],
    ['cut by half as much', (photo) => cut(photo, [0.5, 0.5, 0.5, 0.5])],
    ['cut and mirrored', async (photo) => (await again(cut(photo, [1, 1, 1, 1]))).flop()],
    ['cut and turned', async (photo) => (await again(cut(photo, [0, 1, 1, 1]))).rotate(270)],
  ])('%s', async (_how, change) => {
    for (const seed of SEEDS) {
      const changed = await again(await change(drawn(seed)))
      expect(await isRecognised(seed, changed), `picture ${seed}`).toBe(true)
    }
  })
})

test('different photos are not similar', async () => {
  const jpegs = await Promise.all(Array.from({ length: 30 }, (_, seed) => jpegOf(drawn(seed + 1))))
  const [hashes, origins] = [await Promise.all(jpegs.map(hashPhoto)), await Promise.all(jpegs.map(hashOrigins))]
  const pairs = origins.flatMap((of, i) => {
    const isOrigin = similarTo(of)
    return hashes.flatMap((hash, j) => (i !== j && hash && isOrigin(hash) ? [[i, j]] : []))
  })
  expect(pairs).toEqual([])
})

test('a photo of one colour has no hash, nor has a gradient to one side', async () => {
  const plain = sharp({ create: { width: 90, height: 80, channels: 3, background: '#d9214e' } })
  const jpeg = await plain.jpeg().toBuffer()
  expect([await hashPhoto(jpeg), await hashOrigins(jpeg)]).toEqual([null, []])
  const gradient = Array.from({ length: 72 }, (_, pixel) => (pixel % 9) * 25)
  expect(hashGreys(gradient)).toBeNull()
  expect(hashGreys(gradient.map((grey) => 255 - grey))).toBeNull()
})

test('each bit says whether a grey value is brighter than the next one', () => {
  const dark = [0, 10, 20, 30, 40, 50, 60, 70, 80]
  const bright = dark.toReversed()
  const greys = [...bright, ...dark, ...bright, ...dark, ...bright, ...dark, ...bright, ...dark]
  expect(hashGreys(greys)).toBe('ff00ff00ff00ff00')
})

test('hashes are similar up to SIMILAR_BITS, wherever they differ', () => {
  const bitsOf = (count: number) => (2n ** BigInt(count) - 1n).toString(16).padStart(16, '0')
  const isSimilar = similarTo([bitsOf(0)])
  expect([isSimilar(bitsOf(SIMILAR_BITS)), isSimilar(bitsOf(SIMILAR_BITS + 1))]).toEqual([true, false])
  expect([isSimilar('8000000080000000'), isSimilar('ffffffff00000000')]).toEqual([true, false])
  expect(similarTo([])(bitsOf(0))).toBe(false)
})
