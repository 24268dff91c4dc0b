import { crc32 } from 'node:zlib'
import { DEFAULT_SETTINGS, type PublishedSettings } from '@zing/proto/community/settings'

type Rgb = readonly [red: number, green: number, blue: number]

/** The built icons: a white bolt on a gradient between these colours, as in bolt.svg. */
const FROM: Rgb = [0xff, 0x3d, 0x6e]
const TO: Rgb = [0xff, 0x8a, 0x3c]
const SIGNATURE_BYTES = 8
/** Length and type before the data of a chunk, and its checksum after them. */
const HEAD_BYTES = 8
const CHUNK_BYTES = 12

/** The built icon in the colours of the accent: only the palette of the PNG changes. */
export function renderIcon(built: Buffer, { settings: { accent }, palette }: PublishedSettings): Buffer {
  if (accent === DEFAULT_SETTINGS.accent) return built
  const { zing = accent, 'on-zing': onZing = '#ffffff' } = palette.light
  const [background, bolt] = [rgbOf(zing), rgbOf(onZing)]
  return withPalette(built, (colour) => mixed(background, bolt, shareOfBolt(colour)))
}

function withPalette(png: Buffer, recolour: (colour: Rgb) => Rgb): Buffer {
  const copy = Buffer.from(png)
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= copy.length; at += copy.readUInt32BE(at) + CHUNK_BYTES) {
    if (copy.toString('latin1', at + 4, at + HEAD_BYTES) !== 'PLTE') continue
    const end = at + HEAD_BYTES + copy.readUInt32BE(at)
    for (let entry = at + HEAD_BYTES; entry < end; entry += 3) {
      const [red = 0, green = 0, blue = 0] = copy.subarray(entry, entry + 3)
      copy.set(recolour([red, green, blue]), entry)
    }
    copy.writeUInt32BE(crc32(copy.subarray(at + 4, end)), end)
  }
  return copy
}

/** The share of the white bolt in a colour. Each is a mix of white and a colour of the gradient. */
function shareOfBolt([, green, blue]: Rgb): number {
  const [fromGreen, fromBlue] = [255 - FROM[1], 255 - FROM[2]]
  const [turnGreen, turnBlue] = [FROM[1] - TO[1], FROM[2] - TO[2]]
  const share = ((255 - green) * turnBlue - (255 - blue) * turnGreen) / (fromGreen * turnBlue - fromBlue * turnGreen)
  return Math.min(1, Math.max(0, 1 - share))
}

function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const channel = (at: 0 | 1 | 2) => Math.round(one[at] * (1 - share) + other[at] * share)
  return [channel(0), channel(1), channel(2)]
}

/** Palettes have colours such as `#d9214e`. */
function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}
