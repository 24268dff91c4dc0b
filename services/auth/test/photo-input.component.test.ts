import * as contract from '@zing/proto/http/auth'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dataUrl, photo, plain } from './pictures.ts'
import { detailsOf, startAuth } from './setup-auth.ts'

const { visitor, join, fetchAs } = await startAuth()
const invalid = { message: 'Invalid image' }

function registerWith(selfie: string) {
  return visitor.call(contract.registerUser, { body: detailsOf({ selfie }) })
}

/** What others get to see of a photo. */
async function kept(selfie: string): Promise<Buffer> {
  const person = await join({ selfie })
  return Buffer.from(await (await fetchAs(person.identity, person.user.selfie)).arrayBuffer())
}

async function jpegBytes(): Promise<Buffer> {
  return plain().jpeg().toBuffer()
}

test('SEC-54 place, names and every other word beside the picture are gone, and a portrait stands upright', async () => {
  // red above, blue below, as a camera held upright stores it: lying on its side, with a note to turn it
  const lying = await sharp({ create: { width: 1_500, height: 3_000, channels: 3, background: '#f00' } })
    .composite([
      { input: { create: { width: 1_500, height: 1_500, channels: 3, background: '#00f' } }, top: 1_500, left: 0 },
    ])
    .png()
    .toBuffer()
  const original = await sharp(lying)
    .rotate(-90)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'canary-name' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary-xmp/></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(await sharp(original).metadata()).toMatchObject({ width: 3_000, height: 1_500, orientation: 6 })
  expect([original.includes('canary-name'), original.includes('canary-xmp')]).toEqual([true, true])

  const bytes = await kept(dataUrl(original))
  const { exif, xmp, iptc, icc, orientation, comments, ...picture } = await sharp(bytes).metadata()
  expect(picture).toMatchObject({ format: 'jpeg', width: 540, height: 1080, chromaSubsampling: '4:2:0' })
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

test('a small picture stays small, whatever its format', async () => {
  for (const [type, bytes] of [
    ['jpeg', await plain(30, 20).jpeg().toBuffer()],
    ['png', await plain(30, 20).png().toBuffer()],
    ['webp', await plain(30, 20).webp().toBuffer()],
  ] as const) {
    const result = await sharp(await kept(dataUrl(bytes, type))).metadata()
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
  ])('%s is refused, also when it calls itself JPEG', async (_what, bytes) => {
    for (const type of ['jpeg', 'png', 'svg+xml', 'gif']) {
      const answer = await registerWith(dataUrl(bytes, type))
      expect([answer.status, answer.body]).toEqual([400, invalid])
    }
  })

  test('half a photo is refused', async () => {
    const whole = await plain(600, 600).jpeg().toBuffer()
    expect((await registerWith(dataUrl(whole.subarray(0, whole.length / 2)))).body).toEqual(invalid)
  })

  test('what hangs behind a JPEG is not kept', async () => {
    const bytes = await kept(
      dataUrl(Buffer.concat([await jpegBytes(), Buffer.from('PK\x03\x04<script>canary</script>')])),
    )
    expect(bytes.includes('canary')).toBe(false)
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  })
})

test('SEC-53 fifty pixel bombs at once are refused, and meanwhile the process answers', async () => {
  const bomb = dataUrl(await plain(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer(), 'png')
  const ada = await join()
  const answers = Promise.all(
    Array.from({ length: 50 }, () => ada.call(contract.updateUser, { body: { selfie: bomb } })),
  )
  const startedAt = performance.now()
  expect((await visitor.call(contract.checkUsername, { query: { username: 'anybody' } })).status).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect((await answers).map(({ status, body }) => [status, body])).toEqual(Array(50).fill([400, invalid]))
})

describe('SEC-55', () => {
  const PREFIX = 'data:image/jpeg;base64,'

  test('a photo of 4,999,999 characters is taken', async () => {
    const bytes = Buffer.alloc(((4_999_999 - PREFIX.length) / 4) * 3)
    bytes.set(await jpegBytes())
    const selfie = dataUrl(bytes)
    expect(selfie).toHaveLength(4_999_999)
    expect((await registerWith(selfie)).status).toBe(201)
  })

  test('up to 5,000,000 characters it is the content that counts', async () => {
    const answer = await registerWith(PREFIX.padEnd(5_000_000, 'A'))
    expect([answer.status, answer.body]).toEqual([400, invalid])
  })

  test('one more is too large', async () => {
    const answer = await registerWith(PREFIX.padEnd(5_000_001, 'A'))
    expect([answer.status, answer.body]).toEqual([400, { message: 'Image too large' }])
  })

  test('six million are not even read', async () => {
    const answer = await registerWith(PREFIX.padEnd(6_000_000, 'A'))
    expect([answer.status, answer.body]).toEqual([413, { message: 'Image too large' }])
  })
})

test('a photo of nothing but its label is refused', async () => {
  expect((await registerWith('data:image/jpeg;base64,')).body).toEqual(invalid)
  expect((await registerWith((await photo()).replace('base64,', 'base64, '))).body).toEqual(invalid)
})
