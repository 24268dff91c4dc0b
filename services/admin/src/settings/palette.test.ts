import { readFileSync } from 'node:fs'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
// @ts-expect-error culori has no types
import { converter, formatHex, wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { toHex, toOklch } from './oklch.ts'
import { paletteOf, SURFACES } from './palette.ts'

const THEMES = ['light', 'dark'] as const
type Tokens = Record<string, string>
const styles = readFileSync(new URL('../../../../web/src/styles.css', import.meta.url), 'utf8')
const [base = '', dark = ''] = styles.split('@media (prefers-color-scheme: dark)')
const tokensIn = (css: string): Tokens =>
  Object.fromEntries(
    [...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
const stylesheet = {
  light: tokensIn(base),
  dark: { ...tokensIn(base), ...tokensIn(dark.split('@custom-variant')[0] ?? '') },
}
const surfacesOf = ({ bg = '', surface = '', 'surface-2': second = '' }: Tokens) => [bg, surface, second]

/** A failure names it; the variable repeats it. */
const SEED = Number(process.env.PALETTE_SEED ?? Date.now() % 1_000_000)
const COLOURS = 1_000

function* randomColours(seed: number): Generator<string> {
  let state = seed
  for (let i = 0; i < COLOURS; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield `#${(state >>> 8).toString(16).padStart(6, '0')}`
  }
}

/** `share` of `colour` over `background`, as the browser mixes what is translucent. */
function over(background: string, colour: string, share: number): string {
  const rgb: (hex: string) => Record<'r' | 'g' | 'b', number> = converter('rgb')
  const [back, front] = [rgb(background), rgb(colour)]
  const mix = (key: 'r' | 'g' | 'b') => back[key] * (1 - share) + front[key] * share
  return formatHex({ mode: 'rgb', r: mix('r'), g: mix('g'), b: mix('b') })
}

/** Every pair in which the client shows the accent: what is seen, its background, and the contrast that it needs. */
function* pairsOf(theme: 'light' | 'dark', token: Tokens): Generator<[string, string, number]> {
  const at = (name: string) => token[name] ?? `no token ${name}`
  for (const surface of surfacesOf(token)) {
    yield [at('zing'), surface, 4.5] // links, names of tabs; icons, borders and the focus need less
    yield [at('ink'), over(surface, at('zing'), 0.15), 4.5] // shared interests
  }
  yield [at('on-zing'), at('zing'), 4.5] // buttons, own messages, badges
  if (theme === 'dark') yield [at('on-zing'), at('bad'), 4.5] // destructive buttons, which have white text by day
  for (const brand of ['brand', 'brand-2']) yield [at(brand), '#ffffff', 4.5] // light buttons, the sender's arrow
  const gradients = [1, 2, 3].flatMap((n) => [at(`match-${n}`), at(`landing-${n}`)])
  for (const stop of gradients) yield ['#ffffff', stop, 4.5]
  for (const glow of ['hot', 'warm']) yield [at('ink-2'), over(at('surface-2'), at(glow), 0.15), 3] // the wordmark beside the page
}

function faultsOf(accent: string): string[] {
  const palette = paletteOf(accent)
  return THEMES.flatMap((theme) =>
    [...pairsOf(theme, { ...stylesheet[theme], ...palette[theme] })].flatMap(([seen, background, needed]) =>
      wcagContrast(seen, background) >= needed ? [] : [`${accent} ${theme}: ${seen} on ${background}`],
    ),
  )
}

test('1,000 random accents have no contrast fault in either theme (10.community.palette)', () => {
  expect([...randomColours(SEED)].flatMap(faultsOf), `PALETTE_SEED=${SEED}`).toEqual([])
})

test.each(['#000000', '#ffffff', '#ffff00', '#0000ff', '#00ff00', '#808080', '#d9214f'])(
  'the accent %s has no contrast fault',
  (accent) => expect(faultsOf(accent)).toEqual([]),
)

test('the palette replaces every token of the stylesheet that has the hue of the accent', () => {
  const { light, dark: night } = paletteOf('#0a7d5a')
  const ofAccent = ['brand', 'brand-2', 'hot', 'landing-1', 'landing-2', 'landing-3', 'match-1', 'match-2', 'match-3']
  expect(Object.keys(light).toSorted()).toEqual([...ofAccent, 'on-zing', 'warm', 'zing'].toSorted())
  expect(Object.keys(night).toSorted()).toEqual(Object.keys(light).toSorted())
  expect(Object.keys(light).filter((token) => !(token in stylesheet.light))).toEqual([])
})

test('the surfaces and the default accent are those of the stylesheet', () => {
  for (const theme of THEMES) expect(surfacesOf(stylesheet[theme])).toEqual(SURFACES[theme])
  expect(stylesheet.light.zing).toBe(DEFAULT_SETTINGS.accent)
  expect(paletteOf(DEFAULT_SETTINGS.accent)).toEqual({ light: {}, dark: {} })
})

test('a legible accent stays as the operator chose it in the light theme', () => {
  expect(paletteOf('#0a6b4e').light.zing).toBe('#0a6b4e')
})

test('OKLCH agrees with culori', () => {
  const oklch = converter('oklch')
  for (const colour of randomColours(SEED)) {
    const { l, c } = toOklch(colour)
    expect(l).toBeCloseTo(oklch(colour).l, 4)
    expect(c).toBeCloseTo(oklch(colour).c, 4)
    expect(toHex(toOklch(colour))).toBe(colour)
  }
})
