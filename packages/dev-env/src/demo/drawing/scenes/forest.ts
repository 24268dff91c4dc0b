import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, HEIGHT, linear, mix, n, path, polygon, radial, range, rect, strokeOf, WIDTH } from '../svg.ts'

const LAYERS = 5

/** Trunks one behind the other, with light that falls in from one side. */
export function forest(random: Random, light: Light): string {
  const glade = light.isDark ? mix(light.far, light.sun, 0.25) : mix(light.sun, '#dfe9b0', 0.55)
  const leaves = random.pick(['#5f8f5a', '#5f8f5a', '#c7803a'] as const)
  const far = mix(glade, leaves, 0.35)
  const near = mix(light.near, '#14281d', 0.5)
  const left = random.between(150, 700)
  const layers = range(LAYERS).map((layer) => {
    const share = layer / (LAYERS - 1)
    const colour = mix(far, near, 0.12 + share * 0.88)
    const trunks = range(10 - layer * 1.6).map(() =>
      trunk(random, random.between(-40, WIDTH + 40), 18 + layer * 20, colour),
    )
    const crowns = range(9 - layer).map(() => crown(random, mix(colour, leaves, 0.35), 120 + layer * 34))
    return crowns.join('') + trunks.join('') + ground(random, mix(colour, leaves, 0.25), 880 + layer * 95)
  })
  return [
    linear('wood', [mix(glade, leaves, 0.5), glade, mix(glade, leaves, 0.2)]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#wood)'),
    radial('opening', [
      [light.sun, 0.95],
      [light.sun, 0.3],
      [light.sun, 0],
    ]),
    circle(left, 420, 520, 'url(#opening)'),
    ...layers.slice(0, 3),
    shafts(random, light, left),
    ...layers.slice(3),
    ferns(random, mix(near, leaves, 0.3)),
  ].join('')
}

function trunk(random: Random, x: number, width: number, colour: string): string {
  const lean = random.between(-30, 30)
  const branch = random.between(220, 640)
  const side = random.pick([-1, 1])
  return (
    polygon(
      [
        [x - width * 0.36 + lean, -10],
        [x + width * 0.36 + lean, -10],
        [x + width * 0.5, HEIGHT],
        [x - width * 0.5, HEIGHT],
      ],
      colour,
    ) +
    path(
      `M${n(x + lean * 0.6)} ${n(branch)} q${n(side * width * 1.6)} ${n(-width)} ${n(side * width * 2.4)} ${n(-width * 3)}`,
      strokeOf(colour, width * 0.22),
    )
  )
}

function crown(random: Random, colour: string, size: number): string {
  const x = random.between(-60, WIDTH + 60)
  return range(4)
    .map(() =>
      ellipse(x + random.between(-size, size), random.between(-60, 130), size, size * random.between(0.55, 0.8), {
        fill: colour,
        opacity: '0.75',
      }),
    )
    .join('')
}

function ground(random: Random, colour: string, y: number): string {
  const lift = random.between(20, 60)
  return path(
    `M0 ${n(y)} C260 ${n(y - lift)} 420 ${n(y + lift)} 620 ${n(y)} S960 ${n(y - lift)} ${WIDTH} ${n(y + 10)} L${WIDTH} ${HEIGHT} L0 ${HEIGHT}Z`,
    colour,
  )
}

function shafts(random: Random, light: Light, x: number): string {
  const beams = range(5).map(() => {
    const [from, to, width] = [x + random.between(-200, 200), x + random.between(-520, 420), random.between(40, 110)]
    return polygon(
      [
        [from, -20],
        [from + width * 0.6, -20],
        [to + width * 2, 1250],
        [to, 1250],
      ],
      'url(#shaft)',
    )
  })
  return (
    linear('shaft', [
      [light.sun, 0.42],
      [light.sun, 0.16],
      [light.sun, 0],
    ]) + beams.join('')
  )
}

function ferns(random: Random, colour: string): string {
  return range(11)
    .map(() => {
      const [x, size, lean] = [random.between(-20, WIDTH + 20), random.between(120, 260), random.between(-70, 70)]
      const fronds = range(9).map((index) => {
        const share = (index + 1) / 10
        const [fx, fy, length] = [
          x + lean * share ** 2 * 1.6,
          HEIGHT + 20 - size * share,
          size * 0.3 * (1 - share * 0.75),
        ]
        return `M${n(fx)} ${n(fy)}q${n(-length * 0.6)} ${n(-length * 0.5)} ${n(-length)} ${n(length * 0.1)}M${n(fx)} ${n(fy)}q${n(length * 0.6)} ${n(-length * 0.5)} ${n(length)} ${n(length * 0.1)}`
      })
      const stem = `M${n(x)} ${HEIGHT + 20}Q${n(x)} ${n(HEIGHT - size * 0.5)} ${n(x + lean * 1.5)} ${n(HEIGHT + 20 - size)}`
      return path(stem + fronds.join(''), strokeOf(mix(colour, '#000000', random.between(0, 0.35)), 8))
    })
    .join('')
}
