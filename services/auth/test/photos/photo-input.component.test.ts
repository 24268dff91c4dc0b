import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { UPLOAD_BODY_MAX_BYTES } from '@zing/proto/limits'
import { startStopwatch } from '@zing/testing/stopwatch'
import { untilAccepted } from '@zing/testing/until-accepted'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dataUrl, fileOf, photo, plain } from '../pictures.ts'
import { newDetails, setupAuth } from '../setup-auth.ts'

const { anonymous, newUser, fetchAs } = await setupAuth()
const invalid = { message: 'Invalid image', code: expect.any(String) }

const viewer = await newUser()

function registerWith(selfie: string) {
  return anonymous.call(contract.registerUser, { body: newDetails({ selfie }) })
}

/** The result of an upload: the path of the photo that the profile now shows, otherwise the error. */
interface Uploaded {
  status: number
  body: unknown
  path: string | null
}

type Way = [string, number, (picture: string) => Promise<Uploaded>]

/** All ways for a picture to become a photo of a profile. Each makes the same checks. */
const jsonWays: Way[] = [
  [
    'at the sign-up',
    201,
    async (picture) => {
      const { status, body } = await registerWith(picture)
      return { status, body, path: body.selfie }
    },
  ],
  [
    'as a new selfie',
    200,
    async (picture) => {
      const { status, body } = await (await newUser()).call(contract.updateUser, { body: { selfie: picture } })
      return { status, body, path: body.selfie }
    },
  ],
  [
    'as a further photo',
    201,
    async (picture) => {
      const { status, body } = await (await newUser()).call(addPhoto, { body: { photo: picture } })
      return { status, body, path: body.path }
    },
  ],
]
const fileWays: Way[] = [
  [
    'as the file of a new selfie',
    200,
    async (picture) => {
      const { status, body } = await (await newUser()).call(contract.updateUser, { body: fileOf(picture) })
      return { status, body, path: body.selfie }
    },
  ],
  [
    'as the file of a further photo',
    201,
    async (picture) => {
      const { status, body } = await (await newUser()).call(addPhoto, { body: fileOf(picture) })
      return { status, body, path: body.path }
    },
  ],
]

/** Builds a picture when a test first needs it. */
function picture(build: () => Promise<Buffer>): () => Promise<Buffer> {
  let built: Promise<Buffer> | null = null
  return () => {
    built ??= build()
    return built
  }
}

const jpegBytes = picture(() => plain().jpeg().toBuffer())

/** Red above blue, stored as a camera held upright does: rotated, with an EXIF orientation and the place. */
const portrait = picture(async () => {
  const unrotated = await sharp({ create: { width: 1_500, height: 3_000, channels: 3, background: '#f00' } })
    .composite([
      { input: { create: { width: 1_500, height: 1_500, channels: 3, background: '#00f' } }, top: 1_500, left: 0 },
    ])
    .png()
    .toBuffer()
  return sharp(unrotated)
    .rotate(-90)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'canary-name' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary-xmp/></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .toBuffer()
})

const progressive = (side: number, chromaSubsampling: string) =>
  plain(side, side).jpeg({ progressive: true, chromaSubsampling })
const deep = (side: number) => plain(side, side).toColourspace('rgb16').png({ progressive: true })

const megapixels = picture(() => plain(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer())

/** Auth rejects these by their header alone. */
const BOMBS: [string, () => Promise<Buffer>][] = [
  ['a PNG of 64 megapixels', megapixels],
  ['an interlaced PNG of 150 MB', picture(() => deep(5_000).toBuffer())],
  ['a PNG of 75 MB', picture(() => plain(5_000, 5_000).png().toBuffer())],
  ['a progressive JPEG whose coefficients take 75 MB', picture(() => progressive(3_540, '4:4:4').toBuffer())],
  ['a WebP of 70 MB', picture(() => plain(4_180, 4_180).webp({ lossless: true }).toBuffer())],
  ['a JPEG of more than 25 megapixels', picture(() => plain(5_001, 5_000).jpeg().toBuffer())],
]

const SCRIPT = Buffer.from('PK\x03\x04<script>canary</script>')

/** Pictures that are also valid as another format. */
const POLYGLOTS: [string, () => Promise<Buffer>][] = [
  ['a JPEG with data after its end', async () => Buffer.concat([await jpegBytes(), SCRIPT])],
  ['a PNG with data after its end', async () => Buffer.concat([await plain().png().toBuffer(), SCRIPT])],
  ['a WebP with data after its end', async () => Buffer.concat([await plain().webp().toBuffer(), SCRIPT])],
  [
    'a JPEG with a script in a comment',
    async () => {
      const jpeg = await jpegBytes()
      const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), SCRIPT])
      return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
    },
  ],
]

/** A red frame, then a blue one. */
async function animation(): Promise<Buffer> {
  const frames = ['#f00', '#00f'].map((background) =>
    sharp({ create: { width: 40, height: 60, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer()
}

async function colourAt(bytes: Buffer, left: number, top: number) {
  const [red = 0, , blue = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return { isRed: red > 200, isBlue: blue > 200 }
}

describe.each([...jsonWays, ...fileWays])('a picture %s', (_way, accepted, upload) => {
  async function storedPath(bytes: Buffer, type?: string): Promise<string> {
    const { status, path } = await upload(dataUrl(bytes, type))
    expect(status).toBe(accepted)
    return String(path)
  }
  /** The bytes that viewers receive. */
  async function bytesAt(path: string): Promise<Buffer> {
    return Buffer.from(await (await fetchAs(viewer.identity, path)).arrayBuffer())
  }
  const storedBytes = async (bytes: Buffer, type?: string) => bytesAt(await storedPath(bytes, type))

  async function expectInvalid(picture: string): Promise<void> {
    const { status, body } = await upload(picture)
    expect([status, body]).toEqual([400, invalid])
  }

  test('SEC-54 it is stored without metadata, and a portrait upright', async () => {
    const original = await portrait()
    expect(await sharp(original).metadata()).toMatchObject({ width: 3_000, height: 1_500, orientation: 6 })
    expect([original.includes('canary-name'), original.includes('canary-xmp')]).toEqual([true, true])
    const path = await storedPath(original)
    for (const [size, width, height] of [
      ['', 540, 1_080],
      ['?size=medium', 540, 1_080],
      ['?size=small', 320, 320],
    ] as const) {
      const bytes = await bytesAt(`${path}${size}`)
      const { exif, xmp, iptc, icc, orientation, comments, ...image } = await sharp(bytes).metadata()
      expect(image).toMatchObject({ format: 'jpeg', width, height, chromaSubsampling: '4:2:0' })
      expect([exif, xmp, iptc, icc, orientation, comments]).toEqual(Array(6).fill(undefined))
      expect(bytes.includes('canary')).toBe(false)
      expect(await colourAt(bytes, width / 2, 20)).toEqual({ isRed: true, isBlue: false })
      expect(await colourAt(bytes, width / 2, height - 20)).toEqual({ isRed: false, isBlue: true })
    }
  })

  test('a small picture is not enlarged, in any format', async () => {
    for (const [type, bytes] of [
      ['jpeg', await plain(30, 20).jpeg().toBuffer()],
      ['png', await plain(30, 20).png().toBuffer()],
      ['webp', await plain(30, 20).webp().toBuffer()],
    ] as const) {
      const result = await sharp(await storedBytes(bytes, type)).metadata()
      expect(result).toMatchObject({ format: 'jpeg', width: 30, height: 20 })
    }
  })

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj')],
    ['a JPEG that ends too early', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['HTML behind the first bytes of a JPEG', Buffer.from('\xff\xd8\xff<html></html>', 'latin1')],
  ])('SEC-52 %s is rejected, whatever type is declared', async (_format, bytes) => {
    for (const type of ['jpeg', 'png', 'svg+xml', 'gif']) await expectInvalid(dataUrl(bytes, type))
  })

  test('SEC-52 a truncated picture is rejected', async () => {
    const whole = await plain(600, 600).jpeg().toBuffer()
    await expectInvalid(dataUrl(whole.subarray(0, whole.length / 2)))
  })

  test.each(POLYGLOTS)('SEC-52 %s is stored as a JPEG and nothing else', async (_what, polyglot) => {
    const original = await polyglot()
    expect(original.includes('canary')).toBe(true)
    const bytes = await storedBytes(original)
    expect(bytes.includes('canary')).toBe(false)
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  })

  test('SEC-52 only the first frame of an animation is stored', async () => {
    const original = await animation()
    expect((await sharp(original, { animated: true }).metadata()).pages).toBe(2)
    const bytes = await storedBytes(original, 'webp')
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
    expect(await colourAt(bytes, 20, 30)).toEqual({ isRed: true, isBlue: false })
  })

  test.each(BOMBS)('SEC-53 %s is rejected', async (_what, bomb) => {
    await expectInvalid(dataUrl(await bomb()))
  })
})

describe.each(jsonWays)('a picture %s', (_way, accepted, upload) => {
  describe('SEC-55', () => {
    async function expectInvalid(picture: string): Promise<void> {
      const { status, body } = await upload(picture)
      expect([status, body]).toEqual([400, invalid])
    }
    const PREFIX = 'data:image/jpeg;base64,'

    test('4,999,999 characters are accepted', async () => {
      const bytes = Buffer.alloc(((4_999_999 - PREFIX.length) / 4) * 3)
      bytes.set(await jpegBytes())
      const whole = dataUrl(bytes)
      expect(whole).toHaveLength(4_999_999)
      expect((await upload(whole)).status).toBe(accepted)
    })

    test('5,000,000 characters are judged by their content', async () => {
      await expectInvalid(PREFIX.padEnd(5_000_000, 'A'))
    })

    test('5,000,001 characters are too many (5.selfie.2)', async () => {
      const { status, body } = await upload(PREFIX.padEnd(5_000_001, 'A'))
      expect([status, body]).toEqual([400, { message: errors.imageTooLarge.message, code: 'INVALID_REQUEST' }])
    })

    test('a body of six million characters is rejected unread', async () => {
      const { status, body } = await upload(PREFIX.padEnd(6_000_000, 'A'))
      expect([status, body]).toEqual([413, errors.imageTooLarge().body])
    })

    test('a data URL without data, with a space before it, or another address is rejected', async () => {
      const spaced = (await photo()).replace('base64,', 'base64, ')
      for (const other of [PREFIX, spaced, 'http://169.254.169.254/', 'file:///etc/passwd', 'data:text/html,x'])
        await expectInvalid(other)
    })
  })
})

describe.each([
  ['a new selfie', contract.updateUser, 200],
  ['a further photo', addPhoto, 201],
])('the file of %s', (_what, endpoint, accepted) => {
  test.each([
    ['of a known type', 'image/png', 100, accepted],
    ['of the largest size', 'image/jpeg', UPLOAD_BODY_MAX_BYTES, accepted],
    ['of a byte more', 'image/jpeg', UPLOAD_BODY_MAX_BYTES + 1, 413],
    ['of another image type', 'image/svg+xml', 100, 415],
    ['that a page of another site can post', 'text/plain', 100, 415],
  ])('SEC-60 %s', async (_kind, type, size, status) => {
    const bytes = Buffer.concat([await jpegBytes(), Buffer.alloc(size)]).subarray(0, Math.max(size, 1_000))
    const response = await (await newUser()).call(endpoint, { body: new Blob([bytes], { type }) })
    expect(response.status).toBe(status)
  })
})

test('SEC-53 fifty concurrent pixel bombs are rejected, and the process stays responsive', async () => {
  const bomb = dataUrl(await megapixels(), 'png')
  const responses = Promise.all(Array.from({ length: 50 }, () => untilAccepted(() => registerWith(bomb))))
  const stopwatch = startStopwatch()
  expect((await anonymous.call(contract.checkUsername, { query: { username: 'unused' } })).status).toBe(200)
  expect(stopwatch.elapsedMs()).toBeLessThan(2_000)
  expect((await responses).map(({ status, body }) => [status, body])).toEqual(Array(50).fill([400, invalid]))
})

test.each([
  ['a JPEG of 25 megapixels, decoded row by row,', () => plain(5_000, 5_000).jpeg()],
  ['a progressive JPEG of 22 megapixels with the usual colours', () => progressive(4_700, '4:2:0')],
  ['an interlaced PNG of 62 MB', () => deep(3_300)],
])('SEC-53 %s is accepted', async (_what, build) => {
  const selfie = dataUrl(await build().toBuffer())
  expect((await untilAccepted(() => registerWith(selfie))).status).toBe(201)
})
