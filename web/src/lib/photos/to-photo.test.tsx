import { expect, test, vi } from 'vitest'
import { toPhoto } from './to-photo.ts'

const file = new File(['original'], 'me.png', { type: 'image/png' })
const close = vi.fn()

function stubCanvas(blob: Blob | null) {
  vi.stubGlobal(
    'createImageBitmap',
    vi.fn(async () => ({ width: 4000, height: 2000, close })),
  )
  const drawn = vi.fn()
  const context = { drawImage: drawn } as unknown as RenderingContext // the part in use
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context)
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(blob))
  return { drawn, toBlob }
}

test('a chosen photo is scaled to fit 1080 by 1080 and encoded as JPEG of quality 0.8 (5.image.2, 5.image.3, 9.image)', async () => {
  const { drawn, toBlob } = stubCanvas(new Blob(['small'], { type: 'image/jpeg' }))
  expect(await toPhoto(file)).toBe(`data:image/jpeg;base64,${btoa('small')}`)
  expect(createImageBitmap).toHaveBeenCalledWith(file)
  expect(drawn).toHaveBeenCalledWith(expect.anything(), 0, 0, 1080, 540)
  expect(toBlob).toHaveBeenCalledWith(expect.any(Function), 'image/jpeg', 0.8)
  expect(close).toHaveBeenCalled()
})

test('a photo that cannot be scaled is sent unchanged (5.image.4)', async () => {
  stubCanvas(null)
  expect(await toPhoto(file)).toBe(`data:image/png;base64,${btoa('original')}`)
})

test('a file that is no readable image is no photo', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
  expect(await toPhoto(file)).toBeNull()
})
