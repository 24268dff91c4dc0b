import { expect, test } from 'vitest'
import { clampCrop, cropRect, firstCrop, WHOLE, ZOOM_MAX, zoomAt } from './crop-rules.ts'

const WIDE = { width: 1000, height: 500 }
const TALL = { width: 400, height: 1000 }

test('at first the frame shows the upper middle of a tall photo, where a face is', () => {
  expect(cropRect(TALL, firstCrop(TALL))).toEqual({ x: 0, y: expect.closeTo(133.33), width: 400, height: 500 })
  const selfie = { width: 300, height: 400 }
  expect(cropRect(selfie, firstCrop(selfie))).toEqual({ x: 0, y: expect.closeTo(0), width: 300, height: 375 })
  expect(cropRect(WIDE, firstCrop(WIDE))).toEqual({ x: 300, y: 0, width: 400, height: 500 })
})

test('unmoved, the frame shows the middle of the photo, as large as it can', () => {
  expect(cropRect(WIDE, WHOLE)).toEqual({ x: 300, y: 0, width: 400, height: 500 })
  expect(cropRect(TALL, WHOLE)).toEqual({ x: 0, y: 250, width: 400, height: 500 })
})

test('a zoomed photo shows a smaller part', () => {
  expect(cropRect(WIDE, { ...WHOLE, zoom: 2 })).toEqual({ x: 400, y: 125, width: 200, height: 250 })
})

test.each([WIDE, TALL])('the frame stays covered, however far the photo is moved: %o', (photo) => {
  for (const zoom of [0.2, 1, 2.5, 99]) {
    for (const [x, y] of [
      [9, 9],
      [-9, -9],
    ] as const) {
      const crop = clampCrop(photo, { zoom, x, y })
      const rect = cropRect(photo, crop)
      expect(crop.zoom).toBeGreaterThanOrEqual(1)
      expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX)
      expect(rect.x).toBeGreaterThanOrEqual(-0.001)
      expect(rect.y).toBeGreaterThanOrEqual(-0.001)
      expect(rect.x + rect.width).toBeLessThanOrEqual(photo.width + 0.001)
      expect(rect.y + rect.height).toBeLessThanOrEqual(photo.height + 0.001)
    }
  }
})

test('the point under the fingers stays under them', () => {
  const at = { x: 0.25, y: -0.25 }
  const pointOf = (crop: typeof WHOLE) => {
    const rect = cropRect(WIDE, crop)
    return [rect.x + (0.5 + at.x) * rect.width, rect.y + (0.625 + at.y) * rect.width]
  }
  const [x = 0, y = 0] = pointOf(WHOLE)
  const [zoomedX = 0, zoomedY = 0] = pointOf(zoomAt(WIDE, WHOLE, 2, at))
  expect(zoomedX).toBeCloseTo(x)
  expect(zoomedY).toBeCloseTo(y)
})
