import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import { expect, test } from 'vitest'
import { signsOf } from './signs-of.ts'

const face = (...values: number[]): FaceDescriptor => ({
  model: 'm',
  values: Buffer.from(Int8Array.from(values)).toString('base64'),
})
const ada = face(100, 10, 0, 5)
const ben = face(-3, 90, 80, 0)
const poses = ['smile' as const, 'look-up' as const]
const seen = (first: FaceDescriptor | null, second: FaceDescriptor | null, photo: FaceDescriptor | null) => ({
  poses,
  seen: {
    frames: { smile: { face: first, fits: 0.9 }, 'look-up': { face: second, fits: null } },
    photo: { version: 7, face: photo },
  },
})

test('one face in all pictures is alike, and each pose has its own value', () => {
  expect(signsOf(seen(ada, ada, ada), 7)).toEqual({
    poses: [
      { pose: 'smile', fits: 0.9 },
      { pose: 'look-up', fits: null },
    ],
    likeness: expect.closeTo(1),
    oneFace: expect.closeTo(1),
  })
})

test('a frame of somebody else lowers both values', () => {
  const swapped = signsOf(seen(ada, ben, ada), 7)
  expect(swapped?.likeness).toBeLessThan(0.5)
  expect(swapped?.oneFace).toBeLessThan(0.5)
})

test('a picture without a face, or a face of another model, has no likeness', () => {
  expect(signsOf(seen(ada, null, ada), 7)).toMatchObject({ likeness: null, oneFace: null })
  expect(signsOf(seen(ada, ada, null), 7)).toMatchObject({ likeness: null, oneFace: expect.closeTo(1) })
  expect(signsOf(seen(ada, ada, { ...ada, model: 'other' }), 7)).toMatchObject({ likeness: null })
})

test('there are no signs until vision has looked at every picture, and at this photo', () => {
  const { frames, photo } = seen(ada, ada, ada).seen
  expect(signsOf({ poses, seen: {} }, 7)).toBeNull()
  expect(signsOf({ poses, seen: { frames } }, 7)).toBeNull()
  expect(signsOf({ poses, seen: { frames: { smile: frames.smile }, photo } }, 7)).toBeNull()
  expect(signsOf({ poses, seen: { frames, photo } }, 8)).toBeNull()
})
