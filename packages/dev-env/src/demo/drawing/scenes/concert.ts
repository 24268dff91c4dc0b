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

const STAGES = [
  ['#2a0f45', '#ff4f8b', '#ffb04f', '#7f5bff'],
  ['#0d1c46', '#3fb4ff', '#ff5fa2', '#7affd4'],
  ['#33101f', '#ff7a3f', '#ffd24f', '#ff4f6e'],
  ['#0f2a33', '#4fe0c0', '#ffe07a', '#4f9bff'],
] as const

/** A band in the light of the stage, above a crowd with raised hands. */
export function concert(random: Random, _light: Light): string {
  const [night, first, second, third] = random.pick(STAGES)
  const colours = [first, second, third]
  const beams = range(9).map((index) => {
    const [x, to, width] = [60 + index * 120, random.between(-100, WIDTH + 100), random.between(70, 150)]
    return polygon(
      [
        [x - 8, -10],
        [x + 8, -10],
        [to + width, 1000],
        [to - width, 1000],
      ],
      `url(#beam${index % 3})`,
    )
  })
  const rig = [
    rect(0, 40, WIDTH, 16, mix(night, '#000000', 0.5)),
    ...range(9).map((index) => circle(60 + index * 120, 66, 22, mix(colours[index % 3] ?? first, '#ffffff', 0.6))),
  ]
  const black = mix(night, '#000000', 0.72)
  return [
    linear('hall', [mix(night, '#000000', 0.4), night, mix(night, first, 0.55), mix(first, second, 0.4)]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#hall)'),
    ...colours.map((colour, index) =>
      linear(`beam${index}`, [
        [colour, 0.85],
        [colour, 0.3],
        [colour, 0],
      ]),
    ),
    group(beams, { style: 'mix-blend-mode:screen' }),
    ...rig,
    rect(0, 860, WIDTH, 40, mix(night, first, 0.35)),
    at(300, 862, player(black), { scale: 1.1 }),
    at(560, 858, singer(black), { scale: 1.25 }),
    at(820, 862, player(black), { scale: 1.1, flip: true }),
    confetti(random, colours),
    crowd(random, mix(night, first, 0.28), 1000, 44),
    crowd(random, mix(night, '#000000', 0.35), 1090, 58),
    crowd(random, black, 1210, 78),
  ].join('')
}

function singer(colour: string): string {
  return [
    path('M-26 0 L-16 -128 L-30 -214 Q-30 -246 0 -248 Q30 -246 30 -214 L18 -128 L30 0 L8 0 L0 -104 L-6 0Z', colour),
    circle(2, -274, 25, colour),
    path('M28 -226 Q70 -262 66 -330 M-26 -226 Q-50 -220 -18 -262', strokeOf(colour, 17)),
    path('M-44 0 L-44 -246 M-44 -246 L-18 -266', strokeOf(colour, 6)),
  ].join('')
}

function player(colour: string): string {
  return [
    path('M-30 0 L-18 -118 L-26 -200 Q-24 -230 2 -232 Q28 -230 28 -200 L20 -118 L36 0 L12 0 L0 -96 L-10 0Z', colour),
    circle(0, -258, 24, colour),
    path('M26 -212 Q66 -190 40 -150 M-22 -212 Q-56 -178 -18 -146', strokeOf(colour, 16)),
    ellipse(14, -132, 34, 24, colour),
    path('M-16 -146 L-120 -196', strokeOf(colour, 11)),
  ].join('')
}

function crowd(random: Random, colour: string, y: number, size: number): string {
  const people = range(WIDTH / (size * 1.25) + 2).map((index) => {
    const [x, top, head] = [
      index * size * 1.25 + random.between(-14, 14),
      y + random.between(-size * 0.5, size * 0.4),
      size * random.between(0.44, 0.54),
    ]
    const body = path(
      `M${n(x - size)} ${n(top + size * 3)} Q${n(x - size)} ${n(top + head * 1.1)} ${n(x)} ${n(top + head)} Q${n(x + size)} ${n(top + head * 1.1)} ${n(x + size)} ${n(top + size * 3)}Z`,
      colour,
    )
    const arm = random.chance(0.36) ? hand(random, x + random.pick([-1, 1]) * size * 0.7, top, size, colour) : ''
    return body + circle(x, top, head, colour) + arm
  })
  return people.join('') + rect(0, y + size * 1.6, WIDTH, HEIGHT, colour)
}

function hand(random: Random, x: number, y: number, size: number, colour: string): string {
  const reach = size * random.between(1.5, 2.3)
  const tip = x + random.between(-size * 0.4, size * 0.4)
  return (
    path(
      `M${n(x)} ${n(y + size)} Q${n(x)} ${n(y - reach * 0.4)} ${n(tip)} ${n(y - reach)}`,
      strokeOf(colour, size * 0.28),
    ) +
    circle(tip, y - reach, size * 0.2, colour) +
    path(
      `M${n(tip - size * 0.12)} ${n(y - reach)} l${n(-size * 0.05)} ${n(-size * 0.3)} M${n(tip + size * 0.12)} ${n(y - reach)} l${n(size * 0.05)} ${n(-size * 0.3)}`,
      strokeOf(colour, size * 0.12),
    )
  )
}

function confetti(random: Random, colours: readonly string[]): string {
  return range(70)
    .map(() => {
      const [x, y] = [random.between(0, WIDTH), random.between(120, 980)]
      return rect(x, y, random.between(6, 14), random.between(4, 8), {
        fill: random.pick([...colours, '#ffffff']),
        opacity: '0.85',
        transform: `rotate(${random.whole(0, 180)} ${n(x)} ${n(y)})`,
      })
    })
    .join('')
}
