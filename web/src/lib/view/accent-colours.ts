type Rgb = readonly [number, number, number]

/** Colours of the two themes that an accent must be readable on; the same as in styles.css. */
export const THEMES = {
  light: {
    bg: '#fff8f4',
    surface: '#ffffff',
    'surface-2': '#f6ece7',
    ink: '#24161d',
    'ink-2': '#6d5a63',
    line: '#ecdcd5',
    zing: '#d9214e',
    'on-zing': '#ffffff',
  },
  dark: {
    bg: '#161015',
    surface: '#211920',
    'surface-2': '#2d232b',
    ink: '#f8eef2',
    'ink-2': '#b9a5af',
    line: '#3a2e37',
    zing: '#ff5c7f',
    'on-zing': '#2a0210',
  },
} as const
export type Theme = keyof typeof THEMES

const READABLE = 4.5 // WCAG 1.4.3
const STEP = 0.05

/** Estimates the server's colours for an accent: the closest ones with readable text. */
export function roughColours(accent: string, theme: Theme): Record<string, string> {
  const { bg, surface, 'surface-2': surface2 } = THEMES[theme]
  const around = [bg, surface, surface2].map(toRgb)
  const target: Rgb = theme === 'light' ? [0, 0, 0] : [255, 255, 255]
  let zing = toRgb(accent)
  for (let part = 0; part < 1 && around.some((one) => contrast(zing, one) < READABLE); part += STEP)
    zing = mixed(toRgb(accent), target, part)
  const texts: Rgb[] = [toRgb('#ffffff'), toRgb('#1a0a10')]
  const [best] = texts.toSorted((a, b) => contrast(zing, b) - contrast(zing, a))
  return { zing: toHex(zing), 'on-zing': toHex(best ?? target) }
}

export function isColour(text: unknown): text is string {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)
}

export function contrastOf(a: string, b: string): number {
  return contrast(toRgb(a), toRgb(b))
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function mixed(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [at(0), at(1), at(2)]
}

function toRgb(hex: string): Rgb {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16)
  return [at(1), at(3), at(5)]
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
