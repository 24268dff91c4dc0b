import sharp, { type JpegOptions } from 'sharp'
import { expect, test } from 'vitest'
import { readJpegHeader } from './read-jpeg-header.ts'

function jpeg(options: JpegOptions = {}, isGrey = false): Promise<Buffer> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#d9214e' } })
  return (isGrey ? picture.toColourspace('b-w') : picture).jpeg(options).toBuffer()
}

test.each([
  ['of a camera', { chromaSubsampling: '4:2:0' }, { samplesPerPixel: 1.5, isSequential: true }],
  ['with all colours', { chromaSubsampling: '4:4:4' }, { samplesPerPixel: 3, isSequential: true }],
  ['that is progressive', { progressive: true }, { samplesPerPixel: 1.5, isSequential: false }],
] as const)('the header of a JPEG %s', async (_what, options, header) => {
  expect(readJpegHeader(await jpeg(options))).toEqual(header)
})

test('the header of a JPEG in grey', async () => {
  expect(readJpegHeader(await jpeg({}, true))).toEqual({ samplesPerPixel: 1, isSequential: true })
})

test('a JPEG with a scan per colour is not sequential', async () => {
  const bytes = await jpeg()
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
  bytes[scan + 4] = 1 // components of the first scan
  expect(readJpegHeader(bytes)).toMatchObject({ isSequential: false })
})

// decoders skip each of these in different ways, so a header behind it could hide another one
test.each([
  ['padding', [0xff, 0xff]],
  ['a restart marker', [0xff, 0xd0]],
  ['a byte without a marker', [0x00, 0x00]],
  ['a segment without a length', [0xff, 0xe1, 0x00, 0x00]],
])('SEC-53 the header of a JPEG with %s in front is not trusted', async (_what, inserted) => {
  const bytes = await jpeg()
  expect(readJpegHeader(Buffer.concat([bytes.subarray(0, 2), Buffer.from(inserted), bytes.subarray(2)]))).toBeNull()
})

test.each([0, 3, 20])('a JPEG that ends after %i bytes has no header', async (length) => {
  expect(readJpegHeader((await jpeg()).subarray(0, length))).toBeNull()
})
