import { expect, test } from 'vitest'
import { likenessOf } from './likeness.ts'

function face(values: number[], model = 'a') {
  return { model, values: Buffer.from(Int8Array.from(values).buffer).toString('base64') }
}

test('a face is like itself, also where another picture made its numbers larger', () => {
  expect(likenessOf(face([10, 20, -30]), face([10, 20, -30]))).toBeGreaterThan(0.99)
  expect(likenessOf(face([10, 20, -30]), face([40, 80, -120]))).toBeGreaterThan(0.99)
})

test('faces without anything in common are not alike, and a cosine of 0.55 is undecided', () => {
  expect(likenessOf(face([127, 0]), face([0, 127]))).toBeLessThan(0.01)
  expect(likenessOf(face([100, 0]), face([55, 84]))).toBeCloseTo(0.5, 1)
})

test('descriptors of different models have no likeness, and of nothing none to speak of', () => {
  expect(likenessOf(face([1, 2]), face([1, 2], 'b'))).toBeNull()
  expect(likenessOf(face([0, 0]), face([1, 2]))).toBeLessThan(0.01)
})
