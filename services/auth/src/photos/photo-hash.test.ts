import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawn } from '../../test/pictures.ts'
import { bytesOfHash, hashGreys, hashPhoto, isSimilar, SIMILAR_BITS } from './photo-hash.ts'

async function hashOf(image: Sharp): Promise<string> {
  const hash = await hashPhoto(await image.jpeg({ quality: 80 }).toBuffer())
  if (!hash) throw new Error('no hash')
  return hash.hash
}

describe('one photo', () => {
  test.each([
    ['smaller', (seed: number) => drawn(seed).resize(90).jpeg()],
    ['compressed hard', (seed: number) => drawn(seed).jpeg({ quality: 20 })],
    ['brighter', (seed: number) => drawn(seed).linear(1.1).jpeg()],
    ['a little blurred', (seed: number) => drawn(seed).blur(2).jpeg()],
  ])('%s has a similar hash', async (_case, changed) => {
    for (let seed = 1; seed <= 5; seed++) {
      const image = sharp(await changed(seed).toBuffer())
      expect(isSimilar(await hashOf(drawn(seed)), await hashOf(image)), `picture ${seed}`).toBe(true)
    }
  })

  test('its mirror image has the mirrored hash', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { mirrored = '' } = (await hashPhoto(await drawn(seed).jpeg().toBuffer())) ?? {}
      const flopped = sharp(await drawn(seed).png().toBuffer()).flop()
      expect(isSimilar(mirrored, await hashOf(flopped)), `picture ${seed}`).toBe(true)
    }
  })
})

test('different photos have hashes that are not similar', async () => {
  const hashes = await Promise.all(Array.from({ length: 30 }, (_, seed) => hashOf(drawn(seed + 1))))
  const pairs = hashes.flatMap((a, i) => hashes.slice(i + 1).filter((b) => isSimilar(a, b)))
  expect(pairs).toEqual([])
})

test('a photo of one colour, and one that only becomes brighter to one side, have no hash', async () => {
  const plain = sharp({ create: { width: 90, height: 80, channels: 3, background: '#d9214e' } })
  expect(await hashPhoto(await plain.jpeg().toBuffer())).toBeNull()
  const gradient = Array.from({ length: 72 }, (_, pixel) => (pixel % 9) * 25)
  expect(hashGreys(gradient)).toBeNull()
  expect(hashGreys(gradient.map((grey) => 255 - grey))).toBeNull()
})

test('each bit says whether a grey value is brighter than the next one', () => {
  const dark = [0, 10, 20, 30, 40, 50, 60, 70, 80]
  const bright = dark.toReversed()
  const greys = [...bright, ...dark, ...bright, ...dark, ...bright, ...dark, ...bright, ...dark]
  expect(hashGreys(greys)).toEqual({ hash: 'ff00ff00ff00ff00', mirrored: '00ff00ff00ff00ff' })
})

test('hashes are similar up to SIMILAR_BITS, and have a byte in common then', () => {
  const bitsOf = (count: number) => (2n ** BigInt(count) - 1n).toString(16).padStart(16, '0')
  const none = bitsOf(0)
  expect([isSimilar(none, bitsOf(SIMILAR_BITS)), isSimilar(none, bitsOf(SIMILAR_BITS + 1))]).toEqual([true, false])

  const oneBitInEachOtherByte = '0101010101010100'
  expect(isSimilar(none, oneBitInEachOtherByte)).toBe(true)
  const shared = bytesOfHash(none).filter((byte) => bytesOfHash(oneBitInEachOtherByte).includes(byte))
  expect(shared).toEqual(['7:00'])
})
