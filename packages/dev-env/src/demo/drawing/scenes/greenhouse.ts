import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import {
  at,
  circle,
  ellipse,
  group,
  HEIGHT,
  linear,
  mix,
  n,
  path,
  polygon,
  range,
  rect,
  strokeOf,
  WIDTH,
} from '../svg.ts'
import { PALETTES, plant, table } from './room.ts'

const GREENS = ['#4f8a5b', '#3f7a5a', '#6b9a4f', '#2f6f5a'] as const
const POTS = ['#d98a5f', '#e9e2d4', '#c1664f', '#5f7f8f', '#e0b04f'] as const

/** A bench of plants under glass, with leaves that hang into the picture. */
export function greenhouse(random: Random, light: Light): string {
  const palette = random.pick(PALETTES)
  const glass = mix(light.sky.at(-1) ?? light.far, '#e6f2dc', 0.5)
  const frame = mix('#2f5148', light.near, 0.4)
  return [
    linear('air', [mix(light.sky[0] ?? light.far, glass, 0.4), glass, mix(glass, '#ffffff', 0.35)]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#air)'),
    ...range(7).map(() => bush(random, mix(glass, random.pick(GREENS), 0.35))),
    circle(random.between(300, 800), 300, 130, { fill: light.sun, opacity: '0.8' }),
    ...range(5).map((index) => rect(index * 250 + 30, 0, 14, 1000, frame)),
    path('M0 330 L540 40 L1080 330', strokeOf(frame, 16)),
    rect(0, 600, WIDTH, 12, frame),
    table(palette, light, 985),
    monstera(random, 250, 985),
    plant(random, 560, 985, random.between(170, 230), random.pick(POTS), random.pick(GREENS)),
    cactus(830, 985, random.pick(POTS)),
    succulent(random, 990, 1040),
    can(150, 1220, palette.accent),
    succulent(random, 470, 1180),
    plant(random, 760, 1270, 170, random.pick(POTS), random.pick(GREENS)),
    hanging(random, 160),
    hanging(random, 900),
    beams(light),
  ].join('')
}

function bush(random: Random, colour: string): string {
  const [x, y] = [random.between(0, WIDTH), random.between(780, 940)]
  return range(5)
    .map(() => circle(x + random.between(-110, 110), y + random.between(-90, 60), random.between(60, 120), colour))
    .join('')
}

function monstera(random: Random, x: number, y: number): string {
  const leaf = (shade: string) =>
    path('M0 0 C-96 -30 -132 -120 -96 -216 C-60 -270 60 -270 96 -216 C132 -120 96 -30 0 0Z', shade) +
    path(
      'M0 -6 V-236 M0 -60 L-70 -104 M0 -60 L70 -104 M0 -124 L-66 -172 M0 -124 L66 -172',
      strokeOf(mix(shade, '#e6f0c8', 0.4), 6),
    ) +
    [-1, 1]
      .map((side) =>
        path(
          `M${side * 112} -120 L${side * 50} -108 L${side * 114} -92Z M${side * 112} -176 L${side * 52} -150 L${side * 118} -150Z M${side * 84} -62 L${side * 40} -66 L${side * 76} -44Z`,
          mix(shade, '#0d2b1f', 0.45),
        ),
      )
      .join('')
  const stems = [-62, -34, -6, 26, 58].map((turn, index) => {
    const reach = 190 + (index % 2) * 120
    const radians = (turn * Math.PI) / 180
    const [tx, ty] = [x + Math.sin(radians) * reach, y - 120 - Math.cos(radians) * reach]
    return (
      path(`M${x} ${y - 110} Q${n(x + (tx - x) * 0.2)} ${n(ty + 60)} ${n(tx)} ${n(ty)}`, strokeOf('#3f6f4a', 10)) +
      at(tx, ty + 20, leaf(mix(random.pick(GREENS), '#ffffff', index * 0.03)), { turn: turn * 0.9, scale: 0.78 })
    )
  })
  return [
    ...stems,
    path(`M${x - 104} ${y - 140} H${x + 104} L${x + 78} ${y} H${x - 78}Z`, '#e9e2d4'),
    path(`M${x + 30} ${y - 140} H${x + 104} L${x + 78} ${y} H${x + 20}Z`, { fill: '#000000', opacity: '0.1' }),
  ].join('')
}

function cactus(x: number, y: number, pot: string): string {
  const green = '#5f9a6a'
  return [
    path(`M${x} ${y - 90} V${y - 330}`, strokeOf(green, 78)),
    path(`M${x} ${y - 190} H${x + 76} V${y - 270} M${x} ${y - 230} H${x - 76} V${y - 310}`, strokeOf(green, 40)),
    path(`M${x - 14} ${y - 100} V${y - 330} M${x + 14} ${y - 100} V${y - 330}`, {
      ...strokeOf('#e6f0c8', 4),
      'stroke-dasharray': '4 16',
    }),
    circle(x, y - 376, 20, '#ff8fa3'),
    path(`M${x - 82} ${y - 116} H${x + 82} L${x + 62} ${y} H${x - 62}Z`, pot),
    rect(x - 90, y - 128, 180, 28, mix(pot, '#ffffff', 0.18), 8),
  ].join('')
}

function succulent(random: Random, x: number, y: number): string {
  const colour = random.pick(['#7fb08a', '#a3b98a', '#8fb5a8'])
  const petals = range(12).map((index) =>
    ellipse(x, y - 108, 15, 52, {
      fill: mix(colour, index % 2 ? '#ffffff' : '#1f4a3a', 0.16),
      transform: `rotate(${-82 + index * 15} ${n(x)} ${n(y - 70)})`,
    }),
  )
  return [
    ...petals,
    path(`M${n(x - 62)} ${n(y - 76)} H${n(x + 62)} L${n(x + 46)} ${n(y)} H${n(x - 46)}Z`, random.pick(POTS)),
  ].join('')
}

function can(x: number, y: number, colour: string): string {
  return [
    ellipse(x + 10, y + 4, 130, 18, { fill: '#000000', opacity: '0.2' }),
    path(`M${x + 70} ${y - 50} L${x + 190} ${y - 150}`, strokeOf(mix(colour, '#000000', 0.15), 22)),
    path(`M${x - 60} ${y - 150} q-86 0 -70 70 q10 40 60 46`, strokeOf(mix(colour, '#000000', 0.15), 15)),
    path(`M${x - 78} ${y - 160} H${x + 78} L${x + 90} ${y} H${x - 90}Z`, colour),
    polygon(
      [
        [x + 166, y - 170],
        [x + 220, y - 130],
        [x + 196, y - 116],
        [x + 158, y - 146],
      ],
      mix(colour, '#ffffff', 0.25),
    ),
  ].join('')
}

function hanging(random: Random, x: number): string {
  const vines = range(9).map(() => {
    const [dx, length] = [random.between(-90, 90), random.between(120, 340)]
    const leaves = range(length / 34).map((index) =>
      ellipse(x + dx + (index % 2 ? 16 : -16), 210 + index * 34, 20, 12, random.pick(GREENS)),
    )
    return path(`M${x} 170 Q${n(x + dx)} 180 ${n(x + dx)} ${n(200 + length)}`, strokeOf('#3f6f4a', 4)) + leaves.join('')
  })
  return [
    path(`M${x} -10 L${x - 70} 130 M${x} -10 L${x + 70} 130`, strokeOf('#8a6a4f', 5)),
    ...vines,
    path(`M${x - 84} 124 H${x + 84} Q${x + 70} 216 ${x} 218 Q${x - 70} 216 ${x - 84} 124Z`, '#d98a5f'),
  ].join('')
}

function beams(light: Light): string {
  const shapes = [
    [-60, 200],
    [330, 90],
    [640, 160],
  ].map(([x = 0, width = 0]) =>
    polygon(
      [
        [x + 300, -10],
        [x + 300 + width, -10],
        [x + width, HEIGHT],
        [x, HEIGHT],
      ],
      light.sun,
    ),
  )
  return group(shapes, { opacity: light.isDark ? '0.06' : '0.16' })
}
