import { POSES } from '@zing/proto/vision/poses'
import { expect, test } from 'vitest'
import type { FaceShape } from './measure-face.ts'
import { seePose } from './see-pose.ts'

/** The measures of a usual portrait. */
const straight: FaceShape = { yaw: 0, pitch: 0.07, roll: 0, mouthOpen: 0.02, eyesOpen: 0.3, happiness: 0.01 }

const SHOWN: [(typeof POSES)[number], Partial<FaceShape>][] = [
  ['turn-left', { yaw: -0.45 }],
  ['turn-right', { yaw: 0.45 }],
  ['look-up', { pitch: -0.3 }],
  ['look-down', { pitch: 0.4 }],
  ['tilt-left', { roll: 0.4 }],
  ['tilt-right', { roll: -0.4 }],
  ['open-mouth', { mouthOpen: 0.25 }],
  ['close-eyes', { eyesOpen: 0.08 }],
  ['smile', { happiness: 1 }],
]

test.each(SHOWN)('a face that shows %s shows no other pose', (pose, shape) => {
  const shown = POSES.filter((one) => (seePose(one, { ...straight, ...shape }) ?? 0) > 0.5)
  expect(shown).toEqual([pose])
})

test('a straight face, and a picture without a face, show nothing', () => {
  for (const pose of SHOWN.map(([name]) => name)) {
    expect(seePose(pose, straight)).toBeLessThan(0.1)
    expect(seePose(pose, undefined)).toBe(0)
  }
})

test('a smile with teeth is no open mouth', () => {
  expect(seePose('open-mouth', { ...straight, mouthOpen: 0.09, happiness: 1 })).toBe(0)
})

test.each(['raise-hand', 'thumb-up', 'two-fingers'] as const)('nothing is said about %s', (pose) => {
  expect(seePose(pose, straight)).toBeNull()
  expect(seePose(pose, undefined)).toBeNull()
})
