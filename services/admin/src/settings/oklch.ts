// Björn Ottosson's OKLCH, and the contrast of WCAG 2.

/** A colour by lightness 0-1, chroma, and hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}
type Triple = [number, number, number]

const IN_GAMUT = 1e-4
const CHROMA_STEPS = 24

export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex)
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ] as const
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { l: lightness, c: Math.hypot(a, yellow), h: (Math.atan2(yellow, a) * 180) / Math.PI }
}

/** The nearest colour of a screen: the chroma shrinks until it fits. */
export function toHex({ l, c, h }: Oklch): string {
  let [low, high] = [0, c]
  for (let step = 0; step < CHROMA_STEPS && !isOnScreen(toLinear({ l, c: high, h })); step++) {
    const middle = (low + high) / 2
    if (isOnScreen(toLinear({ l, c: middle, h }))) low = middle
    else high = middle
    if (step === CHROMA_STEPS - 1) high = low
  }
  return `#${toLinear({ l, c: high, h }).map(byteOf).join('')}`
}

function toLinear({ l: lightness, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function isOnScreen(linear: Triple): boolean {
  return linear.every((value) => value >= -IN_GAMUT && value <= 1 + IN_GAMUT)
}

function byteOf(linear: number): string {
  const value = Math.min(Math.max(linear, 0), 1)
  const coded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(coded * 255)
    .toString(16)
    .padStart(2, '0')
}

function linearOf(hex: string): Triple {
  const linear = (from: number) => {
    const coded = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4
  }
  return [linear(1), linear(3), linear(5)]
}

/** From 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
