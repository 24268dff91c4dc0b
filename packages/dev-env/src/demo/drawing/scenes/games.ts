import { type Light, shine } from '../light.ts'
import type { Random } from '../random.ts'
import { at, circle, ellipse, HEIGHT, linear, mix, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { PALETTES } from './room.ts'

const TOKENS = ['#d9485f', '#f0b44c', '#3f7fc0', '#5d9455', '#8a5a9c'] as const

/** A table from above on an evening of games: board, cards, dice and snacks. */
export function games(random: Random, light: Light): string {
  const { accent, table } = random.pick(PALETTES)
  const wood = mix(table, light.near, light.isDark ? 0.35 : 0.1)
  return [
    linear('top', [mix(wood, '#ffffff', 0.12), mix(wood, '#000000', 0.2)], 50),
    rect(0, 0, WIDTH, HEIGHT, 'url(#top)'),
    ...range(7).map((index) =>
      path(`M0 ${90 + index * 200} q300 -30 560 10 t560 -20`, { ...strokeOf('#3a2018', 4), opacity: '0.14' }),
    ),
    shine('above', 540, 560, 760, '#ffe3ae', light.isDark ? 0.5 : 0.3),
    at(540, 640, random.chance(0.5) ? track(random, accent) : chess(random, accent), { turn: random.between(-9, 9) }),
    at(170, 190, nuts(random)),
    at(900, 200, glass(random), { scale: 1.1 }),
    ...range(4).map((index) =>
      at(150 + index * 88, 1230 - Math.abs(index - 1.5) * 14, card(random), { turn: -22 + index * 13 }),
    ),
    at(760, 1190, die(random), { turn: random.between(-30, 30) }),
    at(900, 1120, die(random), { turn: random.between(-30, 30) }),
    at(930, 1270, pawn(random.pick(TOKENS)), { scale: 1.1 }),
  ].join('')
}

function track(random: Random, accent: string): string {
  const places = range(28).map((index) => {
    const [side, along] = [Math.floor(index / 7), index % 7]
    const [x, y] = [
      [-322 + along * 92, -322],
      [322, -322 + along * 92],
      [322 - along * 92, 322],
      [-322, 322 - along * 92],
    ][side] as [number, number]
    return rect(x - 41, y - 41, 82, 82, mix(random.pick([...TOKENS, '#f4ead2', '#f4ead2']), '#f4ead2', 0.25), 10)
  })
  const pawns = range(5).map((index) =>
    at(
      [-322, -138, 322, 138, -322][index] ?? 0,
      [-322, -322, 46, 322, 138][index] ?? 0,
      pawn(TOKENS[index] ?? accent),
      { scale: 0.8 },
    ),
  )
  return [
    rect(-396, -384, 800, 800, { fill: '#000000', opacity: '0.25' }, 24),
    rect(-400, -400, 800, 800, mix(accent, '#000000', 0.1), 24),
    rect(-376, -376, 752, 752, '#f4ead2', 14),
    ...places,
    rect(-262, -262, 524, 524, mix(accent, '#ffffff', 0.72), 20),
    path('M-200 150 Q-120 -20 -30 90 T120 20 T220 150 V210 H-200Z', mix(accent, '#ffffff', 0.25)),
    circle(110, -110, 64, '#f0b44c'),
    at(-80, -70, [rect(-62, -86, 124, 172, '#fbf6ec', 12), rect(-50, -74, 100, 148, accent, 8)], { turn: -14 }),
    ...pawns,
  ].join('')
}

function chess(random: Random, accent: string): string {
  const squares = range(64).map((index) =>
    rect(
      -360 + (index % 8) * 90,
      -360 + Math.floor(index / 8) * 90,
      90,
      90,
      (index + Math.floor(index / 8)) % 2 ? mix(accent, '#2a1a18', 0.35) : '#f0e0c4',
    ),
  )
  const pieces = range(64).filter((index) => (index < 16 || index > 47 ? random.chance(0.62) : random.chance(0.14)))
  return [
    rect(-396, -384, 800, 800, { fill: '#000000', opacity: '0.25' }, 18),
    rect(-400, -400, 800, 800, '#6d4036', 18),
    ...squares,
    ...pieces.map((index) =>
      at(-315 + (index % 8) * 90, -315 + Math.floor(index / 8) * 90, pawn(index < 32 ? '#2f2a33' : '#fbf3e0'), {
        scale: index < 8 || index > 55 ? 0.86 : 0.7,
      }),
    ),
  ].join('')
}

function pawn(colour: string): string {
  return (
    ellipse(8, 16, 46, 40, { fill: '#000000', opacity: '0.22' }) +
    circle(0, 0, 42, mix(colour, '#000000', 0.22)) +
    circle(0, -3, 37, colour) +
    circle(0, -8, 22, mix(colour, '#ffffff', 0.28)) +
    circle(-7, -15, 8, { fill: '#ffffff', opacity: '0.6' })
  )
}

function card(random: Random): string {
  const colour = random.pick(TOKENS)
  return [
    rect(-66, -116, 150, 220, { fill: '#000000', opacity: '0.18' }, 14),
    rect(-75, -125, 150, 220, '#fbf6ec', 14),
    rect(-62, -112, 124, 194, mix(colour, '#ffffff', 0.72), 9),
    path('M0 -66 L42 -12 L0 42 L-42 -12Z', colour),
    circle(-44, -92, 10, colour),
    circle(44, 62, 10, colour),
  ].join('')
}

function die(random: Random): string {
  const places = [
    [[0, 0]],
    [
      [-1, -1],
      [1, 1],
    ],
    [
      [-1, -1],
      [0, 0],
      [1, 1],
    ],
    [
      [-1, -1],
      [1, 1],
      [-1, 1],
      [1, -1],
    ],
    [
      [-1, -1],
      [1, 1],
      [-1, 1],
      [1, -1],
      [0, 0],
    ],
  ]
  const dots = random.pick(places).map(([x = 0, y = 0]) => circle(x * 23, y * 23, 9.5, '#3a2a33'))
  return [
    rect(-38, -34, 92, 92, { fill: '#000000', opacity: '0.2' }, 20),
    rect(-46, -46, 92, 92, '#fdf8ee', 20),
    ...dots,
  ].join('')
}

function nuts(random: Random): string {
  const bowl = random.pick(['#2f6f73', '#d9645a', '#e9dcc8', '#3f5f73'])
  const content = range(46).map(() => {
    const [turn, reach] = [random.between(0, Math.PI * 2), random.between(0, 96)]
    return ellipse(Math.cos(turn) * reach, Math.sin(turn) * reach, 22, 15, {
      fill: mix('#d9a15a', '#8f5a2f', random.between(0, 0.6)),
      transform: `rotate(${random.whole(0, 180)} ${Math.round(Math.cos(turn) * reach)} ${Math.round(Math.sin(turn) * reach)})`,
    })
  })
  return [
    circle(12, 18, 150, { fill: '#000000', opacity: '0.2' }),
    circle(0, 0, 146, bowl),
    circle(0, 0, 122, mix(bowl, '#000000', 0.3)),
    ...content,
  ].join('')
}

function glass(random: Random): string {
  const drink = random.pick(['#e9a13b', '#c1304f', '#f0d9a8', '#7fb08a'])
  return [
    circle(12, 18, 96, { fill: '#000000', opacity: '0.18' }),
    circle(0, 0, 110, { fill: '#ffffff', opacity: '0.35' }),
    circle(0, 0, 88, { fill: '#ffffff', opacity: '0.7' }),
    circle(0, 0, 76, drink),
    rect(-30, -34, 38, 38, { fill: '#ffffff', opacity: '0.45' }, 8),
    rect(2, 4, 34, 34, { fill: '#ffffff', opacity: '0.4' }, 8),
    circle(-24, 34, 17, '#f4cf4a'),
  ].join('')
}
