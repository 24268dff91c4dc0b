import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, linear, mix, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { mug, PALETTES, plant, steam, sunlight, table, wall, window } from './room.ts'

/** A kitchen with a pot on the stove and dinner on the board. */
export function kitchen(random: Random, light: Light): string {
  const palette = random.pick(PALETTES)
  const { accent, wood } = palette
  const tile = mix('#f3ede1', light.near, light.isDark ? 0.4 : 0.04)
  const tiles = range(8 * 6).map((index) =>
    rect(
      (index % 8) * 137 - 4,
      600 + Math.floor(index / 8) * 66,
      131,
      60,
      mix(tile, index % 3 ? '#ffffff' : accent, random.between(0.02, 0.14)),
      5,
    ),
  )
  return [
    wall(palette, light),
    window(light, { x: 80, y: 90, width: 380, height: 420 }),
    sunlight(light, 560, 60),
    rack(random, wood, accent),
    ...tiles,
    table(palette, light, 960),
    rect(0, 1240, WIDTH, 110, mix(palette.table, light.near, 0.45)),
    pot(330, 962, accent),
    board(random, wood),
    jars(random),
    random.chance(0.5)
      ? plant(random, 930, 960, 150, '#e9e2d4', '#5d9455')
      : mug(930, 962, mix(accent, '#ffffff', 0.7)),
  ].join('')
}

function rack(random: Random, wood: string, accent: string): string {
  const hooks = range(4).map((index) => {
    const x = 600 + index * 120
    const colour = random.pick([accent, '#3b3a45', '#b5653a', '#8b98a3'])
    const radius = 46 + (index % 2) * 12
    return [
      path(`M${x} 256 V${330}`, strokeOf(mix(colour, '#000000', 0.25), 10)),
      circle(x, 330 + radius, radius, colour),
      circle(x, 330 + radius, radius * 0.78, mix(colour, '#ffffff', 0.14)),
    ].join('')
  })
  return rect(540, 236, 500, 20, wood, 6) + hooks.join('')
}

function pot(x: number, y: number, colour: string): string {
  return [
    rect(x - 190, y - 14, 380, 26, '#2d2b33', 8),
    ellipse(x, y + 2, 190, 16, { fill: '#000000', opacity: '0.2' }),
    rect(x - 196, y - 148, 392, 26, mix(colour, '#000000', 0.3), 13),
    linear('pot', [colour, mix(colour, '#000000', 0.28)], 0),
    path(
      `M${x - 150} ${y - 190} H${x + 150} V${y - 44} Q${x + 150} ${y - 10} ${x + 112} ${y - 10} H${x - 112} Q${x - 150} ${y - 10} ${x - 150} ${y - 44}Z`,
      'url(#pot)',
    ),
    path(`M${x - 150} ${y - 190} Q${x} ${y - 262} ${x + 150} ${y - 190}Z`, mix(colour, '#ffffff', 0.2)),
    circle(x, y - 240, 16, '#3b3a45'),
    steam(x - 80, y - 236),
    steam(x + 90, y - 236),
  ].join('')
}

function board(random: Random, wood: string): string {
  const [x, y] = [500, 1140]
  const lemon = (cx: number, cy: number) =>
    circle(cx, cy, 42, '#f4cf4a') +
    circle(cx, cy, 33, '#fdeeb0') +
    range(6)
      .map(
        (part) =>
          `<path d="M${cx} ${cy} l0 -30" stroke="#f4cf4a" stroke-width="5" transform="rotate(${part * 60} ${cx} ${cy})"/>`,
      )
      .join('')
  const tomato = (cx: number, cy: number) =>
    circle(cx, cy, 46, '#d9483b') +
    ellipse(cx - 14, cy - 18, 12, 8, { fill: '#ffffff', opacity: '0.45' }) +
    path(`M${cx - 22} ${cy - 38} l22 -12 22 12 -14 10 -8 -6 -8 6Z`, '#4f8a3b')
  const carrot = (cx: number, cy: number) =>
    path(`M${cx} ${cy - 20} q130 -16 190 26 q-100 26 -190 14 q-20 -20 0 -40Z`, '#ea8a35') +
    path(`M${cx} ${cy - 6} l-64 -30 M${cx} ${cy} l-74 2 M${cx} ${cy + 8} l-58 32`, strokeOf('#5d9455', 11))
  const things = random.chance(0.5)
    ? lemon(x + 90, y - 26) + tomato(x + 190, y - 6) + carrot(x + 260, y + 10)
    : tomato(x + 70, y - 16) + tomato(x + 160, y + 16) + lemon(x + 260, y - 10) + lemon(x + 350, y + 10)
  return [
    path(`M${x - 40} ${y + 76} L${x + 20} ${y - 76} H${x + 520} L${x + 560} ${y + 76}Z`, {
      fill: '#000000',
      opacity: '0.2',
      transform: 'translate(8 14)',
    }),
    path(`M${x - 40} ${y + 76} L${x + 20} ${y - 76} H${x + 520} L${x + 560} ${y + 76}Z`, mix(wood, '#f0c898', 0.55)),
    path(`M${x - 20} ${y + 50} L${x + 20} ${y - 50} M${x + 480} ${y + 60} L${x + 450} ${y - 60}`, {
      ...strokeOf(wood, 5),
      opacity: '0.3',
    }),
    things,
  ].join('')
}

function jars(random: Random): string {
  return range(3)
    .map((index) => {
      const [x, filling] = [60 + index * 96, random.pick(['#d9a15a', '#8f5a3a', '#c9c27a', '#b5483b', '#e9dfc8'])]
      return (
        rect(x, 1060, 82, 130, { fill: '#ffffff', opacity: '0.35' }, 14) +
        rect(x + 6, 1096, 70, 90, filling, 10) +
        rect(x + 6, 1040, 70, 24, '#7c4a33', 6) +
        rect(x + 12, 1072, 8, 100, { fill: '#ffffff', opacity: '0.5' }, 4)
      )
    })
    .join('')
}
