import sharp, { type Sharp } from 'sharp'

export function dataUrl(bytes: Buffer, type = 'jpeg'): string {
  return `data:image/${type};base64,${bytes.toString('base64')}`
}

/** Decodes a data URL to a file. */
export function fileOf(dataUrl: string): Blob {
  const [head = '', base64] = dataUrl.split(',')
  const type = /image\/(?:jpeg|png|webp)/.exec(head)?.[0] ?? 'image/jpeg'
  return new Blob([Buffer.from(base64 ?? '', 'base64')], { type })
}

export function plain(width = 40, height = 60): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#d9214e' } })
}

export async function photo(width?: number, height?: number): Promise<string> {
  return dataUrl(await plain(width, height).jpeg().toBuffer())
}

/** The last part of a photo's path. */
export function versionOf(path: string | null): number {
  return Number(path?.split('/').at(-1))
}

/** A picture of spots, as varied as a photo. The same seed gives the same picture. */
export function drawn(seed: number, width = 180, height = 240): Sharp {
  const pixels = Buffer.alloc(width * height)
  let state = seed * 2_654_435_761
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  const spots = Array.from({ length: 24 }, () => {
    const [x, y, r] = [random() * width, random() * height, (0.05 + random() * 0.2) * width]
    return { x, y, r, grey: random() * 255 }
  })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const spot = spots.findLast((one) => (one.x - x) ** 2 + (one.y - y) ** 2 < one.r ** 2)
      pixels[y * width + x] = spot?.grey ?? 128
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}
