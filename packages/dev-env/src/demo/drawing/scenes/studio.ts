import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, group, HEIGHT, mix, n, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { PALETTES, plant, sunlight, wall, window } from './room.ts'

const PAINTS = ['#d9485f', '#f0b44c', '#2f7f8f', '#3f4f8a', '#e98a5a', '#7fb08a', '#f4ead2', '#8a5a9c'] as const

/** A room for making things: an easel with a picture, pots of brushes and shelves of bowls. */
export function studio(random: Random, light: Light): string {
  const palette = random.pick(PALETTES)
  const wood = mix(palette.wood, '#d9a26b', 0.35)
  return [
    wall(palette, light),
    window(light, { x: 700, y: 90, width: 300, height: 430 }),
    sunlight(light, 470, 90),
    ...[300, 480].map((y) => bowls(random, 40, y, 330, wood)),
    rect(0, 1110, WIDTH, HEIGHT, mix(palette.table, light.near, light.isDark ? 0.4 : 0.12)),
    ...range(7).map((index) =>
      path(`M${index * 180} 1110 L${index * 240 - 200} ${HEIGHT}`, { ...strokeOf('#000000', 4), opacity: '0.1' }),
    ),
    ...range(16).map(() =>
      ellipse(random.between(180, 960), random.between(1180, 1330), random.between(8, 26), random.between(4, 10), {
        fill: random.pick(PAINTS),
        opacity: '0.85',
      }),
    ),
    easel(random, wood),
    trolley(random, wood),
    plant(random, 985, 1190, 220, '#c1664f', '#4f8a5b'),
  ].join('')
}

function bowls(random: Random, x: number, y: number, width: number, wood: string): string {
  let left = x + 20
  const pots = range(4).map(() => {
    const [half, height, colour] = [
      random.between(26, 42),
      random.between(56, 110),
      mix(random.pick(PAINTS), '#e9dcc8', 0.45),
    ]
    const middle = left + half
    left += half * 2 + 8
    const body = random.chance(0.5)
      ? path(
          `M${n(middle - half * 0.5)} ${n(y - height)} H${n(middle + half * 0.5)} Q${n(middle + half * 1.5)} ${n(y - height * 0.45)} ${n(middle + half * 0.6)} ${y} H${n(middle - half * 0.6)} Q${n(middle - half * 1.5)} ${n(y - height * 0.45)} ${n(middle - half * 0.5)} ${n(y - height)}Z`,
          colour,
        )
      : path(
          `M${n(middle - half)} ${n(y - height * 0.6)} H${n(middle + half)} Q${n(middle + half * 0.9)} ${y} ${n(middle)} ${y} Q${n(middle - half * 0.9)} ${y} ${n(middle - half)} ${n(y - height * 0.6)}Z`,
          colour,
        )
    return body + rect(middle - half * 0.55, y - height * 0.36, half * 1.1, 7, { fill: '#ffffff', opacity: '0.5' }, 3)
  })
  return [
    ...pots,
    rect(x, y, width, 20, wood, 4),
    rect(x, y + 20, width, 14, { fill: '#000000', opacity: '0.13' }),
  ].join('')
}

function easel(random: Random, wood: string): string {
  return [
    ellipse(520, 1264, 330, 26, { fill: '#000000', opacity: '0.2' }),
    path('M520 400 L350 1262 M520 400 L690 1262 M520 400 V1200', strokeOf(mix(wood, '#000000', 0.12), 24)),
    rect(268, 996, 520, 30, wood, 6),
    rect(292, 470, 472, 530, { fill: '#000000', opacity: '0.16' }),
    rect(284, 458, 472, 530, '#fbf6ec'),
    `<svg x="304" y="478" width="432" height="490" viewBox="0 0 432 490">${picture(random)}</svg>`,
    rect(486, 420, 68, 54, wood, 6),
  ].join('')
}

function picture(random: Random): string {
  const [sky, sun, hill, ground, line] = [0, 1, 2, 3, 4].map(() => random.pick(PAINTS)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const strokes = range(26).map(() =>
    rect(
      random.between(-20, 400),
      random.between(0, 480),
      random.between(40, 130),
      random.between(8, 18),
      { fill: random.pick([sky, sun, hill, ground]), opacity: '0.45' },
      9,
    ),
  )
  return [
    rect(0, 0, 432, 490, mix(sky, '#ffffff', 0.45)),
    circle(random.between(100, 330), 150, 74, sun),
    path('M0 300 Q120 180 240 290 T432 260 V490 H0Z', hill),
    path('M0 390 Q160 320 300 400 T432 380 V490 H0Z', ground),
    path('M40 470 Q200 340 250 420 T420 330', strokeOf(mix(line, '#ffffff', 0.3), 10)),
    ...strokes,
  ].join('')
}

function trolley(random: Random, wood: string): string {
  const brushes = range(8).map((index) => {
    const [x, height] = [92 + index * 15, random.between(120, 200)]
    const lean = (index - 3.5) * 9
    return (
      path(`M${x} 1000 l${n(lean)} ${n(-height)}`, strokeOf('#d9a26b', 8)) +
      ellipse(x + lean, 1000 - height - 14, 9, 22, random.pick(PAINTS))
    )
  })
  const tubes = range(5).map((index) =>
    rect(200 + (index % 3) * 34, 1050 - Math.floor(index / 3) * 22, 28, 18, random.pick(PAINTS), 6),
  )
  return group([
    ...brushes,
    path('M80 980 H210 L198 1074 H92Z', '#8fa6b5'),
    ...tubes,
    rect(40, 1072, 290, 24, wood, 5),
    path('M62 1096 V1280 M308 1096 V1280', strokeOf(mix(wood, '#000000', 0.2), 15)),
    rect(52, 1190, 266, 16, wood, 4),
    ...range(3).map(
      (index) =>
        rect(80 + index * 74, 1130, 58, 60, random.pick(PAINTS), 6) + rect(80 + index * 74, 1122, 58, 16, '#d9d4cc', 4),
    ),
  ])
}
