import { expect, test } from 'vitest'
import { fitInside } from './fit-inside.ts'

test('a photo is scaled down to 1080 by 1080 with its proportions; a small one keeps its size (5.image.1)', () => {
  expect(fitInside({ width: 4000, height: 3000 })).toEqual({ width: 1080, height: 810 })
  expect(fitInside({ width: 3000, height: 4000 })).toEqual({ width: 810, height: 1080 })
  expect(fitInside({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 })
})
