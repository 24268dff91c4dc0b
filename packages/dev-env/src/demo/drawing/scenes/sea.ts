import { birds, cloud, type Light, sky } from '../light.ts'
import type { Random } from '../random.ts'
import { at, ellipse, HEIGHT, linear, mix, n, type Point, path, polygon, range, rect, strokeOf, WIDTH } from '../svg.ts'

const HORIZON = 640

/** The sea under a low sun, with a headland, and a sail or a beach in front. */
export function sea(random: Random, light: Light): string {
  const sun: Point = [random.between(300, 780), light.isDark ? 330 : HORIZON - random.between(70, 200)]
  const water = [
    mix(light.sky.at(-1) ?? light.far, light.far, 0.35),
    mix(light.far, light.near, 0.55),
    mix(light.far, light.near, 0.8),
  ]
  const isBeach = random.chance(0.55)
  const shade = mix(light.far, light.near, 0.45)
  return [
    sky(random, light, { bottom: HORIZON + 2, sun }),
    ...range(3).map((index) =>
      cloud(
        random,
        random.between(60, 1020),
        250 + index * 95,
        random.between(240, 460),
        mix(light.sun, light.far, 0.25 + index * 0.12),
      ),
    ),
    birds(random, light.near, [random.between(250, 850), 420]),
    headland(random, shade, random.chance(0.5)),
    linear('water', water),
    rect(0, HORIZON, WIDTH, HEIGHT - HORIZON, 'url(#water)'),
    glitter(random, light, sun[0]),
    ...range(isBeach ? 1 : 2).map((index) =>
      sail(
        mix(light.sun, '#ffffff', 0.5),
        mix(light.near, '#000000', 0.2),
        random.between(150, 930),
        690 + index * 150,
        0.7 + index * 0.75,
      ),
    ),
    isBeach ? beach(random, light) : swell(random, light),
  ].join('')
}

function glitter(random: Random, light: Light, x: number): string {
  return range(64)
    .map((index) => {
      const share = (index / 64) ** 1.25
      const spread = 40 + share * 230
      const width = random.between(20, 90) * (0.35 + share * 1.4)
      const left = x - width / 2 + random.between(-spread, spread)
      const opacity = (random.between(0.25, 0.85) * (1 - share * 0.55)).toFixed(2)
      return rect(left, HORIZON + 6 + share * 620, width, 2.5 + share * 6, { fill: light.sun, opacity }, 5)
    })
    .join('')
}

function headland(random: Random, colour: string, isLeft: boolean): string {
  const height = random.between(90, 190)
  const points: Point[] = range(9).map((index) => [
    index * 70,
    HORIZON - height * (1 - index / 8) ** 0.7 - random.between(-9, 9),
  ])
  const shape = polygon([[-10, HORIZON], [-10, HORIZON - height], ...points, [580, HORIZON]], colour)
  const tower = [
    rect(150, HORIZON - height - 70, 26, 150, '#fff3e2'),
    rect(150, HORIZON - height - 40, 26, 24, '#d9485f'),
    rect(146, HORIZON - height - 84, 34, 16, colour),
  ]
  const all = tower.join('') + shape
  return isLeft ? all : at(WIDTH, 0, all, { flip: true })
}

function sail(white: string, hull: string, x: number, y: number, scale: number): string {
  const boat = [
    path('M-62 0 Q0 34 66 0 L52 26 Q0 40 -46 26Z', hull),
    path('M4 -6 L4 -172 Q62 -90 58 -10Z', white),
    path('M-4 -14 L-4 -150 Q-52 -70 -50 -14Z', mix(white, '#d9485f', 0.55)),
    ellipse(2, 36, 70, 6, { fill: white, opacity: '0.35' }),
  ]
  return at(x, y, boat, { scale })
}

function beach(random: Random, light: Light): string {
  const sand = mix('#f3d7a6', light.near, light.isDark ? 0.55 : 0.08)
  const edge = (lift: number) =>
    `M0 ${n(1085 - lift)} C${n(230)} ${n(1010 - lift)} ${n(420)} ${n(1150 - lift)} 640 ${n(1085 - lift)} S${n(960)} ${n(1010 - lift)} ${WIDTH} ${n(1060 - lift)} L${WIDTH} ${HEIGHT} L0 ${HEIGHT}Z`
  const umbrella = random.chance(0.6) && !light.isDark
  return [
    path(edge(34), { fill: '#ffffff', opacity: '0.35' }),
    path(edge(14), { fill: '#ffffff', opacity: '0.8' }),
    path(edge(0), mix(sand, light.near, 0.2)),
    path(edge(-26), sand),
    umbrella ? parasol(random) : grass(random, light),
  ].join('')
}

function parasol(random: Random): string {
  const [first, second] = random.pick([
    ['#d9485f', '#fff3e2'],
    ['#2f7f8f', '#fff3e2'],
    ['#f2a23a', '#fff3e2'],
  ] as const)
  const canopy = range(6).map((index) =>
    path(
      `M0 -230 Q${n(-190 + index * 64)} -190 ${n(-200 + index * 67)} -60 Q${n(-167 + index * 67)} -84 ${n(-133 + index * 67)} -60 Q${n(-126 + index * 64)} -190 0 -230Z`,
      index % 2 ? second : first,
    ),
  )
  const towel =
    path('M-290 26 L-60 2 L-20 40 L-262 74Z', mix(first, '#ffffff', 0.25)) +
    path('M-275 44 L-40 20 L-32 28 L-268 54Z', second)
  return at(random.between(640, 820), 1262, [
    ellipse(-70, 30, 250, 26, { fill: '#5a3a2a', opacity: '0.22' }),
    towel,
    at(0, 0, [rect(-4, -230, 9, 262, '#7a5a44'), ...canopy], { turn: 9 }),
  ])
}

function grass(random: Random, light: Light): string {
  const blades = range(46).map(() => {
    const [x, height, lean] = [random.between(560, 1060), random.between(70, 210), random.between(-70, 90)]
    return path(
      `M${n(x)} ${HEIGHT} Q${n(x + lean * 0.2)} ${n(HEIGHT - height * 0.7)} ${n(x + lean)} ${n(HEIGHT - height)}`,
      strokeOf(mix('#7d8a4a', light.near, random.between(0.25, 0.7)), random.between(4, 8)),
    )
  })
  return blades.join('')
}

function swell(random: Random, light: Light): string {
  return range(5)
    .map((index) => {
      const y = 930 + index * 95
      const lift = random.between(14, 34)
      const colour = mix(mix(light.far, light.near, 0.55), light.near, 0.2 + index * 0.14)
      return path(
        `M0 ${y} C200 ${n(y - lift)} 320 ${n(y + lift)} 540 ${y} S900 ${n(y - lift)} ${WIDTH} ${y} L${WIDTH} ${HEIGHT} L0 ${HEIGHT}Z`,
        { fill: colour, opacity: '0.55' },
      )
    })
    .join('')
}
