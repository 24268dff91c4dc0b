import { type Light, shine } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, group, HEIGHT, linear, mix, n, path, polygon, range, rect, strokeOf, WIDTH } from '../svg.ts'

/** Colours of a room: wall, floor or table, wood, and one accent. */
export interface Palette {
  wall: string
  table: string
  wood: string
  accent: string
}

export const PALETTES = [
  { wall: '#e8c9a9', table: '#a9643f', wood: '#7c4a33', accent: '#2f6f73' },
  { wall: '#b9cfc2', table: '#d2a679', wood: '#8a5a3c', accent: '#d9645a' },
  { wall: '#e3b7a8', table: '#8f5a4a', wood: '#6d4036', accent: '#3f5f8a' },
  { wall: '#9fb6cf', table: '#c98f62', wood: '#7a4e3a', accent: '#f0b44c' },
  { wall: '#d8cfe4', table: '#b07d62', wood: '#74503f', accent: '#6a8f5b' },
  { wall: '#486a6b', table: '#c48a5a', wood: '#5d3b2e', accent: '#f2c14e' },
] as const satisfies Palette[]

/** A wall that the light falls on from one side. */
export function wall({ wall: colour }: Palette, light: Light): string {
  const dim = light.isDark ? mix(colour, light.near, 0.55) : colour
  return (
    linear('wall', [mix(dim, '#ffffff', light.isDark ? 0.02 : 0.18), mix(dim, light.near, 0.16)], 60) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#wall)')
  )
}

/** A window with its view, and the light that it throws on the wall. */
export function window(
  light: Light,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string {
  const frame = light.isDark ? mix('#f6efe4', light.near, 0.45) : '#f6efe4'
  const hill = (top: number, colour: string) =>
    path(
      `M${x} ${n(y + height * top)} Q${n(x + width * 0.3)} ${n(y + height * (top - 0.14))} ${n(x + width * 0.55)} ${n(y + height * top)} T${x + width} ${n(y + height * (top - 0.04))} V${y + height} H${x}Z`,
      colour,
    )
  return [
    linear('view', light.sky),
    rect(x, y, width, height, 'url(#view)'),
    circle(x + width * 0.68, y + height * 0.3, width * 0.09, { fill: light.sun, opacity: '0.9' }),
    hill(0.7, mix(light.far, light.near, 0.2)),
    hill(0.86, mix(light.far, light.near, 0.55)),
    rect(x, y, width, height, { fill: 'none', stroke: frame, 'stroke-width': 22 }),
    rect(x + width / 2 - 7, y, 14, height, frame),
    rect(x, y + height * 0.46, width, 12, frame),
    rect(x - 30, y + height, width + 60, 26, mix(frame, light.near, 0.12), 4),
  ].join('')
}

/** Sunlight through panes, as it lies on a wall. */
export function sunlight(light: Light, x: number, y: number): string {
  if (light.isDark) return ''
  const panes = range(4).map((index) => {
    const [left, top] = [x + (index % 2) * 150, y + Math.floor(index / 2) * 210 + (index % 2) * 38]
    return polygon(
      [
        [left, top],
        [left + 132, top + 34],
        [left + 132, top + 226],
        [left, top + 192],
      ],
      light.sun,
    )
  })
  return group(panes, { opacity: '0.3' })
}

export function table({ table: colour }: Palette, light: Light, top: number): string {
  const lit = light.isDark ? mix(colour, light.near, 0.35) : colour
  return (
    linear('table', [mix(lit, '#ffffff', 0.16), mix(lit, light.near, 0.3)]) +
    rect(0, top, WIDTH, HEIGHT - top, 'url(#table)') +
    rect(0, top, WIDTH, 10, { fill: '#ffffff', opacity: '0.22' })
  )
}

export function mug(x: number, y: number, colour: string): string {
  return [
    ellipse(x, y + 4, 76, 14, { fill: '#000000', opacity: '0.18' }),
    path(`M${x + 44} ${y - 88} q56 4 50 44 q-6 34 -56 30`, { ...strokeOf(mix(colour, '#000000', 0.12), 15) }),
    path(
      `M${x - 54} ${y - 112} H${x + 54} L${x + 46} ${y - 12} Q${x + 42} ${y + 4} ${x + 24} ${y + 4} H${x - 24} Q${x - 42} ${y + 4} ${x - 46} ${y - 12}Z`,
      colour,
    ),
    path(`M${x + 18} ${y - 112} H${x + 54} L${x + 46} ${y - 12} Q${x + 42} ${y + 4} ${x + 24} ${y + 4} H${x + 8}Z`, {
      fill: '#000000',
      opacity: '0.1',
    }),
    ellipse(x, y - 112, 54, 11, '#4b2a1c'),
    steam(x, y - 130),
  ].join('')
}

export function steam(x: number, y: number): string {
  const wisps = [-18, 16].map((dx, index) =>
    path(`M${x + dx} ${y} c-26 -34 26 -54 0 -92 s18 -52 4 -${70 + index * 20}`, strokeOf('#ffffff', 9)),
  )
  return group(wisps, { opacity: '0.38' })
}

export function books(random: Random, x: number, y: number, colours: readonly string[]): string {
  let top = y
  return range(random.whole(3, 5))
    .map(() => {
      const [height, width, dx] = [random.between(30, 46), random.between(190, 260), random.between(-16, 16)]
      const colour = random.pick(colours)
      top -= height
      return (
        rect(x + dx, top, width, height, colour, 5) +
        rect(x + dx + width * 0.12, top, 10, height, { fill: '#ffffff', opacity: '0.5' }) +
        rect(x + dx + 8, top + height - 8, width - 16, 4, { fill: '#000000', opacity: '0.14' })
      )
    })
    .join('')
}

export function lamp(x: number, y: number, colour: string, light: Light): string {
  const cone = light.isDark ? shine('lamp', x - 150, y - 330, 430, '#ffdf9e', 0.6) : ''
  return [
    cone,
    ellipse(x, y, 84, 15, mix(colour, '#000000', 0.35)),
    path(`M${x} ${y - 6} L${x + 44} ${y - 250} L${x - 70} ${y - 430}`, strokeOf(mix(colour, '#000000', 0.25), 13)),
    path(
      `M${x - 40} ${y - 470} L${x - 96} ${y - 400} L${x - 236} ${y - 372} Q${x - 190} ${y - 470} ${x - 104} ${y - 496}Z`,
      colour,
    ),
    circle(x + 44, y - 250, 13, mix(colour, '#000000', 0.4)),
  ].join('')
}

/** A plant with long leaves in a pot. */
export function plant(random: Random, x: number, y: number, size: number, pot: string, green: string): string {
  const leaves = range(11).map((index) => {
    const [lean, height] = [(index / 10 - 0.5) * size * 1.5 + random.between(-14, 14), size * random.between(0.85, 1.4)]
    const [tipX, tipY, width] = [
      x + lean,
      y - size * 0.55 - height * (1 - Math.abs(index / 10 - 0.5) * 0.9),
      size * 0.13,
    ]
    const shade = mix(green, index % 2 ? '#0d2b1f' : '#e6f0a8', random.between(0.02, 0.28))
    return path(
      `M${n(x)} ${n(y - size * 0.5)} Q${n(x + lean * 0.3 - width)} ${n((y + tipY) / 2 - size * 0.3)} ${n(tipX)} ${n(tipY)} Q${n(x + lean * 0.5 + width)} ${n((y + tipY) / 2)} ${n(x)} ${n(y - size * 0.5)}Z`,
      shade,
    )
  })
  const [top, bottom] = [size * 0.42, size * 0.3]
  return [
    ellipse(x, y + 3, size * 0.4, size * 0.07, { fill: '#000000', opacity: '0.2' }),
    ...leaves,
    path(`M${n(x - top)} ${n(y - size * 0.6)} H${n(x + top)} L${n(x + bottom)} ${n(y)} H${n(x - bottom)}Z`, pot),
    rect(x - top - 6, y - size * 0.66, top * 2 + 12, size * 0.14, mix(pot, '#ffffff', 0.14), 6),
    path(
      `M${n(x + top * 0.3)} ${n(y - size * 0.52)} H${n(x + top)} L${n(x + bottom)} ${n(y)} H${n(x + bottom * 0.3)}Z`,
      { fill: '#000000', opacity: '0.13' },
    ),
  ].join('')
}
