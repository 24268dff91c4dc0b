/** Pixels of a side of the decoded picture; CSS gives it the photo's shape. */
export const PLACEHOLDER_SIDE = 32
/** Makes up for what the colours lost when they were rounded. */
const SATURATION = 1.25

/**
 * Decodes a thumbhash (base64) into the RGBA pixels of a square, without transparency. Format:
 * evanw.github.io/thumbhash. Null for a text that is none.
 */
export function decodeThumbhash(base64: string): Uint8ClampedArray<ArrayBuffer> | null {
  const hash = bytesOf(base64)
  if (!hash || hash.length < 5) return null
  const at = (index: number) => hash[index] ?? 0
  const [first, second] = [at(0) | (at(1) << 8) | (at(2) << 16), at(3) | (at(4) << 8)]
  const hasAlpha = first >> 23 === 1
  const [long, short] = [hasAlpha ? 5 : 7, second & 7]
  const isLandscape = second >> 15 === 1
  const lightSize = [isLandscape ? long : short, isLandscape ? short : long].map((size) => Math.max(3, size))
  let nibble = 2 * (hasAlpha ? 6 : 5)

  function wave([width = 3, height = 3]: number[], scale: number): Wave[] {
    const waves: Wave[] = []
    for (let y = 0; y < height; y++)
      for (let x = y ? 0 : 1; x * height < width * (height - y); x++) {
        const value = (at(nibble >> 1) >> ((nibble & 1) << 2)) & 15
        waves.push({ x, y, height: (value / 7.5 - 1) * scale })
        nibble++
      }
    return waves
  }

  const light = { mean: (first & 63) / 63, waves: wave(lightSize, ((first >> 18) & 31) / 31) }
  const yellow = { mean: ((first >> 6) & 63) / 31.5 - 1, waves: wave([], (((second >> 3) & 63) / 63) * SATURATION) }
  const red = { mean: ((first >> 12) & 63) / 31.5 - 1, waves: wave([], (((second >> 9) & 63) / 63) * SATURATION) }

  const pixels = new Uint8ClampedArray(4 * PLACEHOLDER_SIDE ** 2)
  for (let y = 0; y < PLACEHOLDER_SIDE; y++)
    for (let x = 0; x < PLACEHOLDER_SIDE; x++) {
      const [l, p, q] = [light, yellow, red].map((channel) => valueAt(channel, x, y)) as [number, number, number]
      const blue = l - (2 / 3) * p
      const redness = (3 * l - blue + q) / 2
      pixels.set([255 * redness, 255 * (redness - q), 255 * blue, 255], 4 * (y * PLACEHOLDER_SIDE + x))
    }
  return pixels
}

interface Wave {
  x: number
  y: number
  height: number
}

function valueAt({ mean, waves }: { mean: number; waves: Wave[] }, x: number, y: number): number {
  const cosine = (frequency: number, place: number) =>
    Math.cos((Math.PI / PLACEHOLDER_SIDE) * (place + 0.5) * frequency)
  return waves.reduce((sum, wave) => sum + wave.height * cosine(wave.x, x) * cosine(wave.y, y) * 2, mean)
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
