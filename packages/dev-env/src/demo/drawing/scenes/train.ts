import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, group, HEIGHT, linear, mix, n, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { mountains } from './mountains.ts'
import { mug } from './room.ts'
import { sea } from './sea.ts'

const SEATS = ['#c1554d', '#2f6f73', '#3f5f8a', '#d9a441', '#6a8f5b'] as const

/** The view from a train, over a small table. */
export function train(random: Random, light: Light): string {
  const seat = mix(random.pick(SEATS), light.near, light.isDark ? 0.4 : 0.08)
  const wall = mix('#ece4d8', light.near, light.isDark ? 0.5 : 0.06)
  const view = random.chance(0.5) ? mountains(random, light) : sea(random, light)
  return [
    linear('carriage', [mix(wall, '#ffffff', 0.25), mix(wall, light.near, 0.22)]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#carriage)'),
    rect(0, 0, WIDTH, 90, mix(wall, light.near, 0.16)),
    rect(0, 84, WIDTH, 10, { fill: '#000000', opacity: '0.12' }),
    '<clipPath id="pane"><rect x="110" y="170" width="860" height="720" rx="70"/></clipPath>',
    group(`<svg x="20" y="60" width="1040" height="1300" viewBox="0 0 1080 1350">${view}</svg>`, {
      'clip-path': 'url(#pane)',
    }),
    group(
      path('M110 890 L520 170 H700 L290 890Z M640 890 L900 440 V620 L760 890Z', { fill: '#ffffff', opacity: '0.1' }),
      { 'clip-path': 'url(#pane)' },
    ),
    rect(110, 170, 860, 720, { fill: 'none', stroke: mix(wall, light.near, 0.35), 'stroke-width': 26 }, 70),
    rect(96, 156, 888, 748, { fill: 'none', stroke: mix(wall, '#ffffff', 0.5), 'stroke-width': 8 }, 82),
    curtain(seat, 40),
    curtain(seat, 930),
    rect(0, 960, WIDTH, HEIGHT, mix(wall, light.near, 0.2)),
    cushion(seat, -120),
    cushion(seat, 830),
    rect(500, 1120, 60, 240, mix(wall, light.near, 0.45)),
    path('M150 1058 H930 Q956 1058 956 1086 V1112 H124 V1086 Q124 1058 150 1058Z', mix('#b98a5f', light.near, 0.12)),
    rect(124, 1108, 832, 16, { fill: '#000000', opacity: '0.2' }),
    mug(310, 1056, mix(seat, '#ffffff', 0.7)),
    openBook(random),
    circle(800, 1018, 42, '#d9483b') +
      path('M800 980 q4 -28 22 -34', strokeOf('#5a3a2a', 6)) +
      ellipse(826, 960, 20, 9, '#6a8f5b'),
  ].join('')
}

function curtain(colour: string, x: number): string {
  return range(4)
    .map((fold) => rect(x + fold * 30, 120, 32, 800, mix(colour, fold % 2 ? '#000000' : '#ffffff', 0.14), 14))
    .join('')
}

function cushion(colour: string, x: number): string {
  return (
    rect(x, 940, 370, 470, colour, 60) +
    rect(x + 30, 970, 310, 110, { fill: '#ffffff', opacity: '0.14' }, 40) +
    path(`M${x + 185} 1100 V1350`, { ...strokeOf('#000000', 5), opacity: '0.16' })
  )
}

function openBook(random: Random): string {
  const lines = range(4).map((index) =>
    path(
      `M${n(496)} ${1014 + index * 9} h${n(random.between(44, 76))} M${n(606)} ${1014 + index * 9} h${n(random.between(44, 76))}`,
      { ...strokeOf('#7a7068', 3), opacity: '0.5' },
    ),
  )
  return (
    path(
      'M470 1056 L484 1000 Q540 984 590 1004 Q640 984 696 1000 L710 1056 Q640 1040 590 1056 Q540 1040 470 1056Z',
      '#fbf3df',
    ) +
    path('M590 1004 V1056', strokeOf('#c9b89a', 4)) +
    lines.join('')
  )
}
