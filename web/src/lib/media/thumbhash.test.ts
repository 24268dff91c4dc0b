import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { expect, test } from 'vitest'
import { decodeThumbhash, PLACEHOLDER_SIDE } from './thumbhash.ts'

const SIDE = PLACEHOLDER_SIDE

/** A square picture with another colour in each corner. */
function picture(): Uint8Array {
  const pixels = new Uint8Array(4 * SIDE * SIDE)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      pixels.set([(255 * x) / SIDE, (255 * y) / SIDE, (255 * (x + y)) / (2 * SIDE), 255], 4 * (y * SIDE + x))
  return pixels
}

test('a placeholder has the pixels of the library on the server', () => {
  const hash = rgbaToThumbHash(SIDE, SIDE, picture())
  const expected = thumbHashToRGBA(hash)
  expect([expected.w, expected.h]).toEqual([SIDE, SIDE])
  const pixels = decodeThumbhash(Buffer.from(hash).toString('base64')) ?? []
  const furthest = Math.max(...[...pixels].map((value, index) => Math.abs(value - (expected.rgba[index] ?? 0))))
  expect(pixels).toHaveLength(4 * SIDE * SIDE)
  expect(furthest).toBeLessThanOrEqual(1) // rounded, or cut
})

test.each(['', '%%%', 'AAAA'])('%j is no placeholder', (text) => {
  expect(decodeThumbhash(text)).toBeNull()
})
