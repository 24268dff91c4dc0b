import { sharp } from '@zing/media/photos/sharp'
import { errors } from '@zing/proto/errors'
import { expect, test } from 'vitest'
import { encodePhoto } from '../../src/media/photo.ts'
import { CAMERA_FILES, jpeg, png, SECONDS, SECRET } from './camera-files.ts'

/** Markers of the segments that a picture without metadata has: no APP but JFIF's, no comment. */
const METADATA = [...Array.from({ length: 15 }, (_, i) => 0xe1 + i), 0xfe]

function rational(method: 'writeUInt32LE' | 'writeUInt32BE'): Buffer {
  const bytes = Buffer.alloc(4)
  bytes[method](SECONDS)
  return bytes
}

/** The markers in front of the pixels. */
function markersOf(bytes: Buffer): number[] {
  const markers: number[] = []
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2))
    markers.push(Number(bytes[at + 1]))
  return markers
}

test.each(CAMERA_FILES)('SEC-54 the place does not survive in the file of %s', async (_camera, file) => {
  expect(file.includes('SECRET-PLACE')).toBe(true)
  const { blobs } = await encodePhoto(1, file)
  expect(Object.keys(blobs)).toEqual(['full', 'thumb'])
  for (const bytes of Object.values(blobs)) {
    for (const place of [SECRET, '48.8577', 'Exif', 'xmp', rational('writeUInt32LE'), rational('writeUInt32BE')])
      expect(bytes.includes(place)).toBe(false)
    expect(markersOf(bytes).filter((marker) => METADATA.includes(marker))).toEqual([])
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9')
    const { format, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect({ format, exif, xmp, iptc, icc, orientation }).toEqual({ format: 'jpeg' })
  }
})

test('the orientation of a camera is applied before it is dropped', async () => {
  const [, canon] = CAMERA_FILES[0] ?? []
  expect((await encodePhoto(1, canon ?? Buffer.alloc(0))).looks).toMatchObject({ width: 40, height: 60 })
})

const plain = jpeg([])
test.each<[string, Buffer]>([
  ['HTML in front of a JPEG', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), plain])],
  ['a ZIP in front of a JPEG', Buffer.concat([Buffer.from('PK\u0003\u0004'), plain])],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  [
    'a GIF',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer(),
  ],
  ['a TIFF', await sharp(plain).tiff().toBuffer()],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a recording', Buffer.from('1a45dfa3874282847765626d', 'hex')],
  ['half a JPEG', plain.subarray(0, plain.length / 2)],
  ['a JPEG without pixels', plain.subarray(0, 30)],
  ['half a PNG', (await png([])).subarray(0, 90)],
])('SEC-52 when a photo is %s, it is refused', async (_what, file) => {
  await expect(encodePhoto(1, file)).rejects.toThrow(errors.invalidImage())
})

test('SEC-53 a picture of more pixels than the limit is refused by its header', async () => {
  const bomb = Buffer.from(await png([]))
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  await expect(encodePhoto(1, bomb)).rejects.toThrow(errors.invalidImage())
})

test('SEC-52 what stands behind or between the pixels of a polyglot is dropped', async () => {
  const script = Buffer.from('<script>alert(1)</script>PK\u0005\u0006')
  for (const file of [
    jpeg([[0xfe, script]], script),
    await png([['tEXt', Buffer.concat([Buffer.from('a\0'), script])]]),
  ]) {
    const { blobs } = await encodePhoto(1, file)
    for (const bytes of Object.values(blobs)) expect(bytes.includes('<script>')).toBe(false)
  }
})
