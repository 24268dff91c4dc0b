import { DEFAULT_SETTINGS, type Palette } from '@zing/proto/community/settings'
import { contrastOf, type Oklch, toHex, toOklch } from './oklch.ts'

/** The surfaces of the client in both themes, as in its stylesheet. A test compares them. */
export const SURFACES = {
  light: ['#fff8f4', '#ffffff', '#f6ece7'],
  dark: ['#161015', '#211920', '#2d232b'],
}
const WHITE = '#ffffff'
/** Enough for text of any size (WCAG 1.4.3). */
const TEXT_CONTRAST = 4.5
const STEP = 0.004

/** The stylesheet's own accent in the dark theme has this lightness. */
const DARK_LIGHTNESS = 0.7
/** Text on a light accent: nearly black. */
const NEARLY_BLACK = { l: 0.18, c: 0.06 }
/** Lightness and turn of the hue of a decoration, and of each colour of a gradient with white text. */
const DECORATIONS = { hot: [0.68, 0], warm: [0.75, 30] } as const
const GRADIENTS = {
  'match-1': [0.58, -3],
  'match-2': [0.57, 10],
  'match-3': [0.57, 25],
  'landing-1': [0.57, -2],
  'landing-2': [0.51, -5],
  'landing-3': [0.42, -15],
} as const
/** So much darker is the accent's second shade on white. */
const SECOND_SHADE = 0.08

/** Returns `paletteOf` that makes the palette of an accent once, until there is another accent. */
export function createPalettes(): typeof paletteOf {
  let last: { accent: string; palette: Palette } | null = null
  return (accent) => {
    if (last?.accent !== accent) last = { accent, palette: paletteOf(accent) }
    return last.palette
  }
}

/** The tokens of the stylesheet that follow the accent, legible where the client uses them. Empty for its own accent. */
export function paletteOf(accent: string): Palette {
  if (accent === DEFAULT_SETTINGS.accent) return { light: {}, dark: {} }
  const colour = toOklch(accent)
  const brand = legible(colour, [WHITE])
  const shared = {
    brand: toHex(brand),
    'brand-2': toHex({ ...brand, l: Math.max(0, brand.l - SECOND_SHADE) }),
    ...shades(colour, DECORATIONS, toHex),
    ...shades(colour, GRADIENTS, (shade) => toHex(legible(shade, [WHITE]))),
  }
  const lifted = { ...colour, l: Math.max(colour.l, DARK_LIGHTNESS) }
  return {
    light: { ...accentOf(legible(colour, SURFACES.light)), ...shared },
    dark: { ...accentOf(legible(lifted, SURFACES.dark)), ...shared },
  }
}

/** The accent, and the text on it: white or nearly black, whichever fits. */
function accentOf(accent: Oklch): Record<string, string> {
  const zing = toHex(accent)
  const isWhite = contrastOf(zing, WHITE) >= TEXT_CONTRAST
  return {
    zing,
    'on-zing': isWhite ? WHITE : toHex({ ...accent, ...NEARLY_BLACK, c: Math.min(accent.c, NEARLY_BLACK.c) }),
  }
}

/** Moves a colour away from the lightness of its backgrounds until it is legible on each. */
function legible(colour: Oklch, backgrounds: readonly string[]): Oklch {
  const step = toOklch(backgrounds[0] ?? WHITE).l > 0.5 ? -STEP : STEP
  let { l } = colour
  const isLegible = () => backgrounds.every((one) => contrastOf(toHex({ ...colour, l }), one) >= TEXT_CONTRAST)
  while (l > 0 && l < 1 && !isLegible()) l += step
  return { ...colour, l: Math.min(Math.max(l, 0), 1) }
}

function shades(
  { c, h }: Oklch,
  wanted: Record<string, readonly [lightness: number, turn: number]>,
  hexOf: (shade: Oklch) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(wanted).map(([token, [l, turn]]) => [token, hexOf({ l, c, h: h + turn })]))
}
