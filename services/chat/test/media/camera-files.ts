import { crc32 } from 'node:zlib'
import { sharp } from '@zing/media/photos/sharp'

/** A text that each place of metadata repeats. */
export const SECRET = 'SECRET-PLACE 48.8577 2.2950'
/** Seconds of the latitude. Both byte orders of it are searched for in the result. */
export const SECONDS = 0x12abcdef

type Order = 'II' | 'MM'
type Value = string | { numbers: number[]; type: 3 | 4 } | { rationals: number[][] } | { ifd: Ifd } | { bytes: Buffer }
type Ifd = Record<number, Value>

const GPS = 0x8825
const EXIF = 0x8769
const MAKER_NOTE = 0x927c
const ORIENTATION = 0x0112

const gps: Ifd = {
  1: 'N',
  2: {
    rationals: [
      [48, 1],
      [51, 1],
      [SECONDS, 10_000_000],
    ],
  },
  3: 'E',
  4: {
    rationals: [
      [2, 1],
      [17, 1],
      [SECONDS, 10_000_000],
    ],
  },
  28: SECRET,
}

/** A TIFF structure, as EXIF has it, in either byte order. */
function tiff(order: Order, ifd: Ifd, thumbnail?: Buffer): Buffer {
  const isLittle = order === 'II'
  const out: Buffer[] = []
  let end = 8
  const put = (bytes: Buffer) => {
    const at = end
    out.push(bytes, Buffer.alloc(bytes.length % 2))
    end += bytes.length + (bytes.length % 2)
    return at
  }
  const u16 = (value: number) => {
    const bytes = Buffer.alloc(2)
    isLittle ? bytes.writeUInt16LE(value) : bytes.writeUInt16BE(value)
    return bytes
  }
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    isLittle ? bytes.writeUInt32LE(value) : bytes.writeUInt32BE(value)
    return bytes
  }
  function encode(value: Value): { type: number; count: number; bytes: Buffer } {
    if (typeof value === 'string') return { type: 2, count: value.length + 1, bytes: Buffer.from(`${value}\0`) }
    if ('bytes' in value) return { type: 7, count: value.bytes.length, bytes: value.bytes }
    if ('ifd' in value) return { type: 4, count: 1, bytes: u32(write(value.ifd, 0)) }
    if ('rationals' in value)
      return { type: 5, count: value.rationals.length, bytes: Buffer.concat(value.rationals.flat().map(u32)) }
    const bytes = Buffer.concat(value.numbers.map(value.type === 3 ? u16 : u32))
    return { type: value.type, count: value.numbers.length, bytes }
  }
  function write(fields: Ifd, next: number): number {
    const entries = Object.entries(fields).map(([tag, value]) => {
      const { type, count, bytes } = encode(value)
      const inline = bytes.length <= 4 ? Buffer.concat([bytes, Buffer.alloc(4 - bytes.length)]) : u32(put(bytes))
      return Buffer.concat([u16(Number(tag)), u16(type), u32(count), inline])
    })
    return put(Buffer.concat([u16(entries.length), ...entries, u32(next)]))
  }
  const second = thumbnail
    ? write({ 513: { numbers: [put(thumbnail)], type: 4 }, 514: { numbers: [thumbnail.length], type: 4 } }, 0)
    : 0
  const first = write(ifd, second)
  return Buffer.concat([Buffer.from(order), u16(42), u32(first), ...out])
}

const exifSegment = (bytes: Buffer): Segment => [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), bytes])]
const xmp = (text: string) =>
  Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description ${text}="${SECRET}"/></x:xmpmeta>`)
const camera = (make: string, more: Ifd = {}): Ifd => ({ 271: make, [ORIENTATION]: { numbers: [6], type: 3 }, ...more })

type Segment = [marker: number, content: Buffer]

const plain = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#d9214e' } })
  .jpeg()
  .toBuffer()
const small = await sharp(plain).resize(16).jpeg().toBuffer()

/** A JPEG with the segments in front of its pixels, and bytes behind its end. */
export function jpeg(segments: Segment[], trailer: Buffer = Buffer.alloc(0), base: Buffer = plain): Buffer {
  const written = segments.map(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  })
  return Buffer.concat([base.subarray(0, 2), ...written, base.subarray(2), trailer])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const IHDR_END = 33
export async function png(chunks: [string, Buffer][]): Promise<Buffer> {
  const bytes = await sharp(plain).png().toBuffer()
  const written = chunks.map(([type, content]) => pngChunk(type, content))
  return Buffer.concat([bytes.subarray(0, IHDR_END), ...written, bytes.subarray(IHDR_END)])
}

const full = (order: Order, make: string, note?: Buffer, thumbnail?: Buffer) =>
  exifSegment(
    tiff(
      order,
      camera(make, { [EXIF]: { ifd: { [MAKER_NOTE]: { bytes: note ?? Buffer.from(SECRET) } } }, [GPS]: { ifd: gps } }),
      thumbnail,
    ),
  )
const mp4Location = Buffer.concat([Buffer.from([0, 0, 0, 60]), Buffer.from(`moov\u00a9xyz${SECRET}`, 'latin1')])

/** Files in the shapes of cameras: where each of them writes the place, beyond the plain GPS fields of EXIF. */
export const CAMERA_FILES: [string, Buffer][] = [
  ['Canon: little-endian, with a note of its own', jpeg([full('II', 'Canon')])],
  ['Nikon: the note is a TIFF of its own', jpeg([full('MM', 'NIKON', tiff('MM', { [GPS]: { ifd: gps } }))])],
  [
    'Apple: a second picture behind the first one',
    jpeg([full('MM', 'Apple'), [0xe2, Buffer.from('MPF\0')]], jpeg([full('MM', 'Apple')])),
  ],
  ['Samsung: a trailer behind the end', jpeg([full('II', 'samsung')], Buffer.from(`SEFH{"loc":"${SECRET}"}SEFT`))],
  ['Google: a film behind the end, XMP', jpeg([full('II', 'Google'), [0xe1, xmp('exif:GPSLatitude')]], mp4Location)],
  [
    'Sony: the preview has EXIF too',
    jpeg([full('II', 'SONY', undefined, jpeg([full('II', 'SONY')], undefined, small))]),
  ],
  ['Huawei: a comment', jpeg([full('MM', 'HUAWEI'), [0xfe, Buffer.from(SECRET)]])],
  [
    'Fujifilm: IPTC',
    jpeg([
      full('II', 'FUJIFILM'),
      [0xed, Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x20\x1c\x02\x5a\0\x1b${SECRET}`, 'latin1')],
    ]),
  ],
  ['GoPro: telemetry', jpeg([full('MM', 'GoPro'), [0xe6, Buffer.from(`GoPro\0GPS5${SECRET}`)]])],
  [
    'DJI: XMP alone',
    jpeg([
      [0xe1, xmp('drone-dji:GpsLatitude')],
      [0xe4, Buffer.from(SECRET)],
    ]),
  ],
  [
    'a PNG: EXIF and text',
    await png([
      ['eXIf', tiff('MM', camera('App', { [GPS]: { ifd: gps } }))],
      ['tEXt', Buffer.from(`Location\0${SECRET}`)],
      ['iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)],
    ]),
  ],
  [
    'a WebP: EXIF and XMP',
    await sharp(plain)
      .withExif({ IFD0: { Make: 'App' }, IFD3: { GPSLatitudeRef: 'N', GPSAreaInformation: SECRET } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
      .webp()
      .toBuffer(),
  ],
]
