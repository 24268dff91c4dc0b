import { createRandom, type Random } from './random.ts'
import { circle, ellipse, HEIGHT, linear, n, type Point, path, radial, range, rect, WIDTH } from './svg.ts'

/** Colours of a time of day; scenes mix theirs from them, so that a picture has one light. */
export interface Light {
  sky: readonly string[]
  sun: string
  /** Colour of what is far away, and of what is near. */
  far: string
  near: string
  isDark: boolean
}

export const LIGHTS = {
  dawn: {
    sky: ['#46538f', '#9a7fb0', '#f0a7a0', '#ffdcb5'],
    sun: '#fff1d6',
    far: '#c79ab4',
    near: '#2d2748',
    isDark: false,
  },
  day: { sky: ['#4f9bd9', '#8cc5ea', '#d3ecf3'], sun: '#fffbe8', far: '#a3cbd9', near: '#1f4a4b', isDark: false },
  golden: {
    sky: ['#e07a5f', '#f2a65a', '#ffd98e', '#fff0c9'],
    sun: '#fffbe6',
    far: '#eab07c',
    near: '#4a2438',
    isDark: false,
  },
  dusk: {
    sky: ['#231f4e', '#5b3a7e', '#c25b86', '#ff9f7d'],
    sun: '#ffd9b0',
    far: '#a8608f',
    near: '#1a1436',
    isDark: true,
  },
  night: {
    sky: ['#0b1030', '#1a2456', '#34437f', '#5a6aa0'],
    sun: '#f6f3e2',
    far: '#46568f',
    near: '#080c22',
    isDark: true,
  },
  mist: { sky: ['#a9bcc4', '#c7d5d6', '#e9efe9'], sun: '#ffffff', far: '#c3d0d0', near: '#2b4248', isDark: false },
} as const satisfies Record<string, Light>
export type LightName = keyof typeof LIGHTS

/** Sky down to `bottom`, with its sun or moon and stars in the dark. */
export function sky(random: Random, light: Light, { bottom = HEIGHT, sun = null as Point | null } = {}): string {
  const [x, y] = sun ?? [random.between(200, 880), random.between(180, 380)]
  const size = light.isDark ? random.between(38, 58) : random.between(60, 90)
  return [
    linear('sky', light.sky),
    rect(0, 0, WIDTH, bottom, 'url(#sky)'),
    light.isDark ? stars(random, bottom * 0.6) : '',
    radial('glow', [
      [light.sun, 0.85],
      [light.sun, 0.28],
      [light.sun, 0],
    ]),
    circle(x, y, size * 6, 'url(#glow)'),
    circle(x, y, size, light.sun),
  ].join('')
}

function stars(random: Random, bottom: number): string {
  return range(90)
    .map(() => {
      const size = random.between(0.8, 2.8)
      return circle(random.between(0, WIDTH), random.between(0, bottom), size, {
        fill: '#ffffff',
        opacity: (size / 3).toFixed(2),
      })
    })
    .join('')
}

/** A long cloud with a flat base. */
export function cloud(random: Random, x: number, y: number, width: number, colour: string): string {
  const puffs = range(5).map((index) => {
    const share = (index + 0.5) / 5
    const size = width * random.between(0.1, 0.2) * (1 - Math.abs(share - 0.5))
    return circle(x + (share - 0.5) * width * 0.8, y - size * 0.5, size, colour)
  })
  return `<g opacity="0.8">${puffs.join('')}${ellipse(x, y, width / 2, width * 0.05, colour)}</g>`
}

/** Birds far away, as pairs of short arcs. */
export function birds(random: Random, colour: string, [x, y]: Point): string {
  return range(random.whole(3, 6))
    .map(() => {
      const [left, top, size] = [x + random.between(-140, 140), y + random.between(-70, 70), random.between(10, 20)]
      return path(
        `M${n(left - size)} ${n(top)}q${n(size / 2)} ${n(-size * 0.7)} ${n(size)} 0q${n(size / 2)} ${n(-size * 0.7)} ${n(size)} 0`,
        { fill: 'none', stroke: colour, 'stroke-width': 3.5, 'stroke-linecap': 'round' },
      )
    })
    .join('')
}

/** Light of a lamp or window: a soft disc. */
export function shine(id: string, x: number, y: number, radius: number, colour: string, opacity = 0.7): string {
  return (
    radial(id, [
      [colour, opacity],
      [colour, opacity * 0.35],
      [colour, 0],
    ]) + circle(x, y, radius, `url(#${id})`)
  )
}

/** The same picture for the same words. */
export function randomFor(...words: string[]): Random {
  return createRandom(words.join('/'))
}
