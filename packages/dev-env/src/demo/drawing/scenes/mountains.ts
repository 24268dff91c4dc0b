import { birds, cloud, type Light, sky } from '../light.ts'
import type { Random } from '../random.ts'
import { at, group, HEIGHT, linear, mix, n, type Point, path, polygon, range, rect, WIDTH } from '../svg.ts'

const LAYERS = 5

/** Ridges one behind the other in haze, with firs in front, and sometimes a lake or somebody on the way. */
export function mountains(random: Random, light: Light): string {
  const lakeAt = random.chance(0.5) ? 1110 : HEIGHT
  const ridges = range(LAYERS).map((layer) => {
    const share = layer / (LAYERS - 1)
    const colour = mix(light.far, light.near, share ** 1.3)
    const top = 640 + layer * 92
    const points = ridge(random, top, 150 - layer * 16)
    const id = `ridge${layer}`
    return [
      linear(id, [colour, mix(colour, light.far, 0.55 - share * 0.3)]),
      outline(points, `url(#${id})`),
      layer >= 1 ? firs(random, points, mix(colour, light.near, 0.45), 14 + layer * 13) : '',
    ].join('')
  })
  const tint = mix(light.sky.at(-1) ?? light.far, light.sun, 0.2)
  return [
    sky(random, light),
    cloud(random, random.between(150, 930), random.between(250, 420), random.between(280, 420), tint),
    birds(random, light.near, [random.between(300, 800), 400]),
    ...peaks(random, light),
    ...ridges,
    lakeAt < HEIGHT ? lake(random, light, lakeAt) : walker(light, random.between(330, 750)),
  ].join('')
}

function peaks(random: Random, light: Light): string[] {
  const first = random.between(260, 820)
  const second = first < 540 ? first + random.between(300, 420) : first - random.between(300, 420)
  return [
    peak(random, light, [second, random.between(500, 560)], 360),
    peak(random, light, [first, random.between(360, 430)], 470),
  ]
}

/** The line of a ridge from left to right, by halving its parts. */
export function ridge(random: Random, top: number, height: number, halvings = 6): Point[] {
  let heights = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]
  let spread = 0.9
  for (let halving = 0; halving < halvings; halving++) {
    heights = heights.flatMap((left, index) => {
      const right = heights[index + 1]
      return right === undefined ? [left] : [left, (left + right) / 2 + random.between(-spread, spread) * 0.6]
    })
    spread *= 0.52
  }
  const step = WIDTH / (heights.length - 1)
  return heights.map((value, index) => [index * step, top - value * height * 0.7])
}

export function outline(points: readonly Point[], fill: string): string {
  return polygon([...points, [WIDTH, HEIGHT], [0, HEIGHT]], fill)
}

/** A summit with a side in the shade and snow on both. */
function peak(random: Random, light: Light, [x, top]: Point, half: number): string {
  const colour = mix(light.far, light.near, 0.14)
  const height = HEIGHT - top
  const slope = (side: number): Point[] =>
    range(7).map((index) => [
      x + side * half * (index / 6) + (index % 6 ? random.between(-16, 16) : 0),
      top + (height * 0.42 * index) / 6 + (index % 6 ? random.between(-12, 12) : 0),
    ])
  const [left, right] = [slope(-1), slope(1)]
  const spine: Point[] = [
    [x + 22, top + 70],
    [x - 14, top + 150],
    [x + 34, top + 240],
    [x + 6, top + 420],
  ]
  const drop = (points: Point[], count: number): Point[] => points.slice(0, count)
  const zigzag: Point[] = range(7).map((index) => [
    x + half * (0.46 - (index * 0.92) / 6),
    top + 165 + (index % 2 ? 46 : -14) + random.between(-10, 10),
  ])
  const white = mix(light.sun, light.far, light.isDark ? 0.35 : 0.12)
  return [
    linear('peak', [colour, mix(colour, light.far, 0.5)]),
    polygon([...left.toReversed(), ...right, [x + half, HEIGHT], [x - half, HEIGHT]], 'url(#peak)'),
    polygon([...drop(left, 4).toReversed(), ...drop(right, 4), ...zigzag], white),
    polygon([[x, top], ...spine, [x + half, top + 420], ...right.toReversed()], { fill: light.near, opacity: '0.2' }),
  ].join('')
}

export function firs(random: Random, points: readonly Point[], colour: string, size: number): string {
  const trees = points
    .flatMap(([x, y]) => range(2).map((): Point => [x + random.between(-14, 14), y + random.between(0, size * 0.8)]))
    .filter(() => random.chance(0.72))
    .map(([x, y]) => fir(x, y + size * 0.3, size * random.between(0.7, 1.5)))
  return path(trees.join(''), colour)
}

/** A fir of three tiers, as the data of a path. */
export function fir(x: number, y: number, size: number): string {
  const tiers = [
    [0.5, 0, 0.95],
    [0.4, 0.55, 1.45],
    [0.28, 1.1, 2],
  ] as const
  return tiers
    .map(
      ([half, from, to]) =>
        `M${n(x - size * half)} ${n(y - size * from)}L${n(x)} ${n(y - size * to)}L${n(x + size * half)} ${n(y - size * from)}Z`,
    )
    .join('')
}

function lake(random: Random, light: Light, top: number): string {
  const strips = range(26).map((index) => {
    const share = index / 26
    const width = random.between(60, 320) * (0.4 + share)
    const y = top + share * (HEIGHT - top) + 8
    return rect(
      random.between(-60, WIDTH),
      y,
      width,
      3 + share * 5,
      { fill: light.sun, opacity: random.between(0.08, 0.4).toFixed(2) },
      4,
    )
  })
  const colours = [mix(light.far, light.sun, 0.25), mix(light.far, light.near, 0.5)]
  return linear('lake', colours) + rect(0, top, WIDTH, HEIGHT - top, 'url(#lake)') + strips.join('')
}

function walker(light: Light, x: number): string {
  const colour = mix(light.near, '#000000', 0.35)
  const body = [
    path('M-9 0 L-4 -52 L10 -52 L8 -24 L16 0 L8 0 L2 -22 L-3 0Z', colour),
    path('M-10 -50 q-2 -48 12 -50 q16 2 14 50Z', mix('#d9214e', light.near, 0.25)),
    path('M-12 -92 q-22 2 -20 26 q0 18 18 18Z', colour),
    `<circle cx="3" cy="-113" r="13" fill="${colour}"/>`,
    path('M26 0 L12 -72', { stroke: colour, 'stroke-width': 3 }),
  ]
  const hill = path(
    `M0 ${HEIGHT} L0 1262 Q${n(x)} 1130 ${WIDTH} 1290 L${WIDTH} ${HEIGHT}Z`,
    mix(light.near, '#000000', 0.25),
  )
  return group([hill, at(x, 1216, body, { scale: 0.95 })])
}
