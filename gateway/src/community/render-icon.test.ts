import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { DEFAULT_PUBLISHED } from '@zing/proto/community/settings'
import { expect, test } from 'vitest'
import { renderIcon } from './render-icon.ts'

const ICONS = ['icon-192', 'icon-512', 'maskable-512', 'apple-touch-180']
const teal = {
  ...DEFAULT_PUBLISHED,
  settings: { ...DEFAULT_PUBLISHED.settings, accent: '#0f766e' },
  palette: { light: { zing: '#0e756d', 'on-zing': '#ffffff' }, dark: {} },
}
const builtIcon = (name: string) => readFile(new URL(`../../../web/public/icons/${name}.png`, import.meta.url))

/** Colours of the palette, and whether the checksum of its chunk is right. */
function paletteOf(png: Buffer) {
  const at = png.indexOf('PLTE')
  const end = at + 4 + png.readUInt32BE(at - 4)
  const colours = Array.from({ length: (end - at - 4) / 3 }, (_, i) => [
    ...png.subarray(at + 4 + i * 3, at + 7 + i * 3),
  ])
  return { colours, isIntact: png.readUInt32BE(end) === crc32(png.subarray(at, end)) }
}

test.each(ICONS)('%s has the accent, the colour on it, and mixes of both (10.community.page)', async (name) => {
  const built = await builtIcon(name)
  const { colours, isIntact } = paletteOf(renderIcon(built, teal))
  expect(isIntact).toBe(true)
  const before = paletteOf(built).colours
  expect(colours).toHaveLength(before.length)
  for (const [i, [red = 0, green = 0, blue = 0]] of colours.entries()) {
    const share = (red - 0x0e) / (255 - 0x0e)
    expect(green - (0x75 + share * (255 - 0x75)), `${before[i]}`).toBeCloseTo(0, -0.3)
    expect(blue - (0x6d + share * (255 - 0x6d)), `${before[i]}`).toBeCloseTo(0, -0.3)
  }
  const plain = colours.filter(([red = 0, green = 0]) => red < 0x20 && green < 0x88)
  expect(plain.length).toBeGreaterThan(colours.length / 2) // the whole gradient
  expect(colours.some(([red = 0]) => red > 240)).toBe(true)
})

test('with the default accent the icon is as it was built', async () => {
  const built = await builtIcon('icon-192')
  expect(renderIcon(built, DEFAULT_PUBLISHED)).toBe(built)
})
