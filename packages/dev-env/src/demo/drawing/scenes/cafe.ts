import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { at, circle, ellipse, group, HEIGHT, linear, mix, n, path, range, rect, strokeOf, WIDTH } from '../svg.ts'

const TABLES = ['#d9b48a', '#e6dccb', '#7fa39b', '#c98a6b', '#8f6a55'] as const
const CUPS = ['#fbf6ec', '#3f5f73', '#d9645a', '#2f6f63', '#f0c35a'] as const

/** A small table from above: coffee, something sweet and something to read. */
export function cafe(random: Random, light: Light): string {
  const table = mix(random.pick(TABLES), light.near, light.isDark ? 0.4 : 0)
  const planks = range(6).map(
    (index) =>
      rect(0, index * 232, WIDTH, 226, mix(table, index % 2 ? '#ffffff' : '#5a3a2a', 0.05)) +
      path(`M${n(random.between(40, 300))} ${index * 232 + 90} q200 -40 420 6 t420 -8`, {
        ...strokeOf(mix(table, '#5a3a2a', 0.25), 4),
        opacity: '0.35',
      }),
  )
  return [
    rect(0, 0, WIDTH, HEIGHT, mix(table, '#5a3a2a', 0.3)),
    ...planks,
    linear(
      'day',
      [
        [light.sun, 0.4],
        [light.sun, 0],
      ],
      45,
    ),
    rect(0, 0, WIDTH, HEIGHT, 'url(#day)'),
    leafShadows(random, light),
    at(360, 470, cup(random, random.pick(CUPS)), { turn: random.between(-30, 30) }),
    random.chance(0.5)
      ? at(760, 830, croissant(), { turn: random.between(-24, 24) })
      : at(760, 830, cake(random), { turn: random.between(-24, 24) }),
    at(300, 1080, random.chance(0.5) ? book(random) : notebook(random), { turn: random.between(-16, 12) }),
    at(870, 250, vase(random)),
    at(880, 1190, glasses(), { turn: random.between(-20, 20) }),
  ].join('')
}

function cup(random: Random, colour: string): string {
  const art = random.chance(0.5)
    ? path('M0 112 C-132 10 -84 -104 0 -40 C84 -104 132 10 0 112Z', '#f3dfc0') +
      path('M0 74 C-74 4 -50 -62 0 -16 C50 -62 74 4 0 74Z', '#b5793f')
    : range(5)
        .map((index) =>
          path(
            `M${-84 + index * 9} ${-70 + index * 34} Q0 ${-10 + index * 32} ${84 - index * 9} ${-70 + index * 34} Q0 ${-36 + index * 32} ${-84 + index * 9} ${-70 + index * 34}Z`,
            '#f3dfc0',
          ),
        )
        .join('')
  return [
    circle(16, 24, 292, { fill: '#000000', opacity: '0.16' }),
    circle(0, 0, 285, mix(colour, '#ffffff', 0.25)),
    circle(0, 0, 252, { fill: 'none', stroke: mix(colour, '#000000', 0.1), 'stroke-width': 6 }),
    path('M150 -40 H316 Q344 0 316 40 H150Z', mix(colour, '#000000', 0.08)),
    circle(8, 12, 190, { fill: '#000000', opacity: '0.18' }),
    circle(0, 0, 184, colour),
    circle(0, 0, 162, '#7a4526'),
    circle(0, 0, 154, '#b5793f'),
    art,
    at(-235, 120, [
      path('M0 0 L150 150', strokeOf('#c9c4bd', 17)),
      ellipse(164, 164, 48, 30, { fill: '#c9c4bd', transform: 'rotate(45 164 164)' }),
    ]),
  ].join('')
}

function croissant(): string {
  const parts = [-2, -1, 0, 1, 2].map((index) =>
    ellipse(index * 62, Math.abs(index) ** 1.7 * 26 - 30, 60 - Math.abs(index) * 11, 82 - Math.abs(index) * 20, {
      fill: mix('#d98f3f', '#a85f24', Math.abs(index) * 0.22),
      stroke: '#a85f24',
      'stroke-width': 5,
      transform: `rotate(${index * 19} ${index * 62} ${Math.abs(index) ** 1.7 * 26 - 30})`,
    }),
  )
  return [
    plate(),
    group([parts[0] ?? '', parts[4] ?? '', parts[1] ?? '', parts[3] ?? '', parts[2] ?? '']),
    ...[-70, -20, 40].map((x) => path(`M${x} -72 q24 -10 42 6`, { ...strokeOf('#f6cf8e', 9), opacity: '0.8' })),
  ].join('')
}

function cake(random: Random): string {
  const berry = random.pick(['#c1304f', '#5a4a9c', '#e0863f'])
  return [
    plate(),
    path('M-130 96 L10 -130 L136 74 Q10 150 -130 96Z', '#f6e4c4'),
    path('M-130 96 Q10 150 136 74 L136 100 Q10 176 -130 122Z', '#d9a86b'),
    ...range(7).map(
      (index) =>
        circle([-70, -20, 40, 84, 0, 30, -4][index] ?? 0, [66, 40, 46, 52, 84, -6, -60][index] ?? 0, 25, berry) +
        circle(([-70, -20, 40, 84, 0, 30, -4][index] ?? 0) - 7, ([66, 40, 46, 52, 84, -6, -60][index] ?? 0) - 8, 7, {
          fill: '#ffffff',
          opacity: '0.5',
        }),
    ),
    path('M150 -150 L210 120 M138 -168 l6 -40 M152 -170 l2 -42 M166 -172 l-2 -42', strokeOf('#c9c4bd', 13)),
  ].join('')
}

function plate(): string {
  return (
    circle(12, 18, 232, { fill: '#000000', opacity: '0.16' }) +
    circle(0, 0, 226, '#fdf9f1') +
    circle(0, 0, 168, { fill: 'none', stroke: '#e2d8c8', 'stroke-width': 6 })
  )
}

function book(random: Random): string {
  const lines = (x: number) =>
    range(9)
      .map((index) =>
        rect(
          x,
          -130 + index * 32,
          index % 4 === 3 ? random.between(80, 140) : 172,
          8,
          { fill: '#7a7068', opacity: '0.45' },
          4,
        ),
      )
      .join('')
  return [
    rect(-238, -178, 490, 380, { fill: '#000000', opacity: '0.18' }, 8),
    rect(-246, -190, 492, 376, random.pick(CUPS), 10),
    rect(-234, -180, 232, 356, '#fbf3df', 4),
    rect(2, -180, 232, 356, '#f4ead2', 4),
    lines(-206),
    lines(32),
    path('M150 -180 V60 l-16 -18 -16 18 V-180Z', '#d9485f'),
  ].join('')
}

function notebook(random: Random): string {
  const colour = random.pick(CUPS.slice(1))
  return [
    rect(-166, -196, 350, 420, { fill: '#000000', opacity: '0.18' }, 14),
    rect(-176, -210, 350, 420, colour, 14),
    rect(-176, -210, 44, 420, { fill: '#000000', opacity: '0.16' }, 10),
    rect(-70, -130, 180, 96, { fill: '#fbf6ec', opacity: '0.9' }, 8),
    at(
      250,
      -20,
      [
        rect(-11, -170, 22, 300, '#f0b44c', 6),
        path('M-11 130 L0 170 L11 130Z', '#f3dfc0'),
        rect(-11, -186, 22, 34, '#e0788a', 6),
      ],
      { turn: 18 },
    ),
  ].join('')
}

function vase(random: Random): string {
  const petal = random.pick(['#ff8fa3', '#f6c445', '#ffffff', '#b79be8'])
  const flower = (x: number, y: number, size: number) =>
    range(6)
      .map((index) =>
        ellipse(x, y - size * 0.8, size * 0.42, size * 0.7, {
          fill: petal,
          transform: `rotate(${index * 60} ${x} ${y})`,
        }),
      )
      .join('') + circle(x, y, size * 0.38, '#e0963f')
  const leaf = (turn: number) => ellipse(0, -120, 32, 96, { fill: '#5d9455', transform: `rotate(${turn})` })
  return [
    circle(14, 22, 92, { fill: '#000000', opacity: '0.18' }),
    circle(0, 0, 86, '#e9e2d4'),
    ...[20, 95, 150, 215, 290].map(leaf),
    flower(-40, -46, 62),
    flower(58, -8, 54),
    flower(-6, 62, 50),
  ].join('')
}

function glasses(): string {
  return (
    path('M-20 0 Q0 -18 20 0 M-140 -20 L-190 -90 M140 -20 L190 -90', strokeOf('#2f2a33', 11)) +
    [-82, 82]
      .map((x) => circle(x, 0, 62, { fill: '#bcd3e0', 'fill-opacity': '0.4', stroke: '#2f2a33', 'stroke-width': 12 }))
      .join('')
  )
}

function leafShadows(random: Random, light: Light): string {
  if (light.isDark) return ''
  const leaves = range(22).map(() => {
    const [x, y] = [random.between(500, WIDTH), random.between(-40, 560)]
    return ellipse(x, y, random.between(60, 120), random.between(16, 34), {
      fill: light.near,
      transform: `rotate(${random.whole(-60, 60)} ${n(x)} ${n(y)})`,
    })
  })
  return group(leaves, { opacity: '0.1' })
}
