import * as contract from '@zing/proto/http/auth'
import { startStopwatch } from '@zing/testing/stopwatch'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dataUrl, photo, plain } from './pictures.ts'
import { newDetails, setupAuth } from './setup-auth.ts'

const { anonymous, newUser, fetchAs } = await setupAuth()
const invalid = { message: 'Invalid image' }

function registerWith(selfie: string) {
  return anonymous.call(contract.registerUser, { body: newDetails({ selfie }) })
}

/** Uploads a photo and returns the stored bytes. */
async function storedBytes(selfie: string): Promise<Buffer> {
  const { identity, user } = await newUser({ selfie })
  return Buffer.from(await (await fetchAs(identity, user.selfie)).arrayBuffer())
}

async function jpegBytes(): Promise<Buffer> {
  return plain().jpeg().toBuffer()
}

test('SEC-54 a stored photo has no metadata, and a portrait is upright', async () => {
  // red above blue, stored as a camera held upright does: rotated, with an EXIF orientation
  const unrotated = await sharp({ create: { width: 1_500, height: 3_000, channels: 3, background: '#f00' } })
    .composite([
      { input: { create: { width: 1_500, height: 1_500, channels: 3, background: '#00f' } }, top: 1_500, left: 0 },
    ])
    .png()
    .toBuffer()
  const original = await sharp(unrotated)
    .rotate(-90)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'canary-name' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary-xmp/></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(await sharp(original).metadata()).toMatchObject({ width: 3_000, height: 1_500, orientation: 6 })
  expect([original.includes('canary-name'), original.includes('canary-xmp')]).toEqual([true, true])

  const bytes = await storedBytes(dataUrl(original))
  const { exif, xmp, iptc, icc, orientation, comments, ...image } = await sharp(bytes).metadata()
  expect(image).toMatchObject({ format: 'jpeg', width: 540, height: 1080, chromaSubsampling: '4:2:0' })
  expect([exif, xmp, iptc, icc, orientation, comments]).toEqual(Array(6).fill(undefined))
  expect(bytes.includes('canary')).toBe(false)
  const [top, bottom] = [await colourAt(bytes, 100), await colourAt(bytes, 980)]
  expect(top).toMatchObject({ isRed: true, isBlue: false })
  expect(bottom).toMatchObject({ isRed: false, isBlue: true })
})

async function colourAt(bytes: Buffer, y: number) {
  const area = { left: 270, top: y, width: 1, height: 1 }
  const [red = 0, , blue = 0] = await sharp(bytes).extract(area).raw().toBuffer()
  return { isRed: red > 200, isBlue: blue > 200 }
}

test('a small image is not enlarged, whatever its format', async () => {
  for (const [type, bytes] of [
    ['jpeg', await plain(30, 20).jpeg().toBuffer()],
    ['png', await plain(30, 20).png().toBuffer()],
    ['webp', await plain(30, 20).webp().toBuffer()],
  ] as const) {
    const result = await sharp(await storedBytes(dataUrl(bytes, type))).metadata()
    expect(result).toMatchObject({ format: 'jpeg', width: 30, height: 20 })
  }
})

describe('SEC-52', () => {
  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj')],
    ['a JPEG that ends too early', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['HTML behind the first bytes of a JPEG', Buffer.from('\xff\xd8\xff<html></html>', 'latin1')],
  ])('%s is rejected, whatever type is declared', async (_format, bytes) => {
    for (const type of ['jpeg', 'png', 'svg+xml', 'gif']) {
      const response = await registerWith(dataUrl(bytes, type))
      expect([response.status, response.body]).toEqual([400, invalid])
    }
  })

  test('a truncated photo is rejected', async () => {
    const whole = await plain(600, 600).jpeg().toBuffer()
    expect((await registerWith(dataUrl(whole.subarray(0, whole.length / 2)))).body).toEqual(invalid)
  })

  test('data after the end of a JPEG is not stored', async () => {
    const bytes = await storedBytes(
      dataUrl(Buffer.concat([await jpegBytes(), Buffer.from('PK\x03\x04<script>canary</script>')])),
    )
    expect(bytes.includes('canary')).toBe(false)
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  })
})

test('SEC-53 fifty concurrent pixel bombs are rejected, and the process stays responsive', async () => {
  const bomb = dataUrl(await plain(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer(), 'png')
  const responses = Promise.all(Array.from({ length: 50 }, () => registerWith(bomb)))
  const stopwatch = startStopwatch()
  expect((await anonymous.call(contract.checkUsername, { query: { username: 'unused' } })).status).toBe(200)
  expect(stopwatch.elapsedMs()).toBeLessThan(2_000)
  expect((await responses).map(({ status, body }) => [status, body])).toEqual(Array(50).fill([400, invalid]))
})

describe('SEC-53 what a picture takes when decoded', () => {
  const deep = (side: number) => plain(side, side).toColourspace('rgb16').png({ progressive: true })
  const progressive = (side: number, chromaSubsampling: string) =>
    plain(side, side).jpeg({ progressive: true, chromaSubsampling })

  test.each([
    ['an interlaced PNG of 150 MB', () => deep(5_000)],
    ['a PNG of 75 MB', () => plain(5_000, 5_000).png()],
    ['a progressive JPEG whose coefficients take 75 MB', () => progressive(3_540, '4:4:4')],
    ['a WebP of 70 MB', () => plain(4_180, 4_180).webp({ lossless: true })],
    ['a JPEG of more than 25 megapixels', () => plain(5_001, 5_000).jpeg()],
  ])('%s is rejected', async (_what, picture) => {
    const response = await registerWith(dataUrl(await picture().toBuffer()))
    expect([response.status, response.body]).toEqual([400, invalid])
  })

  test.each([
    ['a JPEG of 25 megapixels, decoded row by row,', () => plain(5_000, 5_000).jpeg()],
    ['a progressive JPEG of 22 megapixels with the usual colours', () => progressive(4_700, '4:2:0')],
    ['an interlaced PNG of 62 MB', () => deep(3_300)],
  ])('%s is accepted', async (_what, picture) => {
    expect((await registerWith(dataUrl(await picture().toBuffer()))).status).toBe(201)
  })
})

describe('SEC-55', () => {
  const PREFIX = 'data:image/jpeg;base64,'

  test('a photo of 4,999,999 characters is accepted', async () => {
    const bytes = Buffer.alloc(((4_999_999 - PREFIX.length) / 4) * 3)
    bytes.set(await jpegBytes())
    const selfie = dataUrl(bytes)
    expect(selfie).toHaveLength(4_999_999)
    expect((await registerWith(selfie)).status).toBe(201)
  })

  test('a photo of 5,000,000 characters is judged by its content', async () => {
    const response = await registerWith(PREFIX.padEnd(5_000_000, 'A'))
    expect([response.status, response.body]).toEqual([400, invalid])
  })

  test('a photo of 5,000,001 characters is too large', async () => {
    const response = await registerWith(PREFIX.padEnd(5_000_001, 'A'))
    expect([response.status, response.body]).toEqual([400, { message: 'Image too large' }])
  })

  test('a body of six million characters is rejected unread', async () => {
    const response = await registerWith(PREFIX.padEnd(6_000_000, 'A'))
    expect([response.status, response.body]).toEqual([413, { message: 'Image too large' }])
  })
})

test('a data URL without data or with a space before it is rejected', async () => {
  expect((await registerWith('data:image/jpeg;base64,')).body).toEqual(invalid)
  expect((await registerWith((await photo()).replace('base64,', 'base64, '))).body).toEqual(invalid)
})
