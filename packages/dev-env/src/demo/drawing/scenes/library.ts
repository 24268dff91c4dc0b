import { type Light, shine } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, HEIGHT, linear, mix, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { mug, PALETTES, plant } from './room.ts'

const SHELF = 178

/** A wall of books, an armchair and a lamp. */
export function library(random: Random, light: Light): string {
  const { accent, wood } = random.pick(PALETTES)
  const dark = mix(wood, '#1a1014', light.isDark ? 0.55 : 0.25)
  const colours = [accent, '#b5483b', '#e9c46a', '#f0e3c8', '#3f5f73', '#6b7f4f', '#8a4a5f', '#d98a4f'].map((colour) =>
    mix(colour, dark, light.isDark ? 0.3 : 0.06),
  )
  const rows = range(6).map((row) => shelf(random, 40 + (row + 1) * SHELF, colours, dark))
  const chair = mix(random.pick([accent, '#c1554d', '#3f6f6a', '#d9a441']), '#000000', 0.06)
  return [
    rect(0, 0, WIDTH, HEIGHT, mix(dark, '#000000', 0.28)),
    ...rows,
    ...[0, 348, 712, 1062].map((x) => rect(x, 0, 22, 1120, dark)),
    linear('floor', [mix(wood, '#e0a878', 0.3), mix(wood, '#1a1014', 0.2)]),
    rect(0, 1108, WIDTH, HEIGHT, 'url(#floor)'),
    ellipse(560, 1270, 520, 70, mix(accent, '#f0e3c8', 0.6)),
    ellipse(560, 1270, 470, 58, { fill: 'none', stroke: accent, 'stroke-width': 6 }),
    floorLamp(190),
    armchair(600, 1268, chair),
    plant(random, 985, 1240, 200, '#d98a5f', '#4f8a5b'),
    sideTable(290, dark, mix(accent, '#ffffff', 0.7)),
    shine('reading', 220, 640, 620, '#ffd694', light.isDark ? 0.55 : 0.32),
  ].join('')
}

function shelf(random: Random, bottom: number, colours: readonly string[], wood: string): string {
  const parts: string[] = []
  for (let x = 24; x < WIDTH - 30; ) {
    const kind = random.between(0, 1)
    if (kind < 0.06) {
      parts.push(
        circle(x + 36, bottom - 34, 34, '#d98a5f') +
          path(
            `M${x + 36} ${bottom - 60} q-40 -60 -14 -84 M${x + 36} ${bottom - 60} q4 -60 22 -86 M${x + 36} ${bottom - 60} q44 -30 48 -50`,
            strokeOf('#6fa365', 12),
          ),
      )
      x += 92
    } else if (kind < 0.12) {
      parts.push(
        ...range(3).map((index) => rect(x, bottom - 26 * (index + 1), 104 - index * 12, 24, random.pick(colours), 4)),
      )
      x += 116
    } else {
      const [width, height, colour] = [random.between(20, 46), random.between(96, 148), random.pick(colours)]
      parts.push(
        rect(x, bottom - height, width, height, colour, 3),
        rect(x + 4, bottom - height + 16, width - 8, 5, { fill: '#fff3d6', opacity: '0.6' }),
        rect(x + width * 0.72, bottom - height, width * 0.28, height, { fill: '#000000', opacity: '0.12' }),
      )
      x += width + 2
    }
  }
  return (
    parts.join('') +
    rect(0, bottom, WIDTH, 20, wood) +
    rect(0, bottom + 20, WIDTH, 14, { fill: '#000000', opacity: '0.3' })
  )
}

function floorLamp(x: number): string {
  return [
    path(`M${x} 1240 V560`, strokeOf('#2d2530', 12)),
    ellipse(x, 1244, 70, 16, '#2d2530'),
    linear('shade', ['#fff3d0', '#ffcf7d']),
    path(`M${x - 66} 480 H${x + 66} L${x + 122} 660 H${x - 122}Z`, 'url(#shade)'),
  ].join('')
}

function armchair(x: number, y: number, colour: string): string {
  const dark = mix(colour, '#000000', 0.22)
  return [
    ellipse(x, y + 4, 290, 30, { fill: '#000000', opacity: '0.28' }),
    path(`M${x - 190} ${y - 20} l-16 40 M${x + 190} ${y - 20} l16 40`, strokeOf('#4a3028', 20)),
    path(
      `M${x - 200} ${y - 120} V${y - 400} Q${x - 200} ${y - 500} ${x - 100} ${y - 500} H${x + 100} Q${x + 200} ${y - 500} ${x + 200} ${y - 400} V${y - 120}Z`,
      dark,
    ),
    path(
      `M${x - 160} ${y - 140} V${y - 390} Q${x - 160} ${y - 458} ${x - 92} ${y - 458} H${x + 92} Q${x + 160} ${y - 458} ${x + 160} ${y - 390} V${y - 140}Z`,
      colour,
    ),
    rect(x - 180, y - 210, 360, 110, mix(colour, '#ffffff', 0.14), 34),
    rect(x - 270, y - 290, 118, 270, mix(colour, '#000000', 0.1), 54),
    rect(x + 152, y - 290, 118, 270, mix(colour, '#000000', 0.1), 54),
    rect(x - 200, y - 120, 400, 96, dark, 18),
    path(`M${x - 120} ${y - 250} l150 -50 40 86 -150 50Z`, '#fbf3df'),
    path(`M${x - 40} ${y - 276} l38 84`, strokeOf('#c9b89a', 4)),
  ].join('')
}

function sideTable(x: number, wood: string, cup: string): string {
  const top = mix(wood, '#e0a878', 0.45)
  return (
    path(`M${x - 50} 1130 l-20 150 M${x + 50} 1130 l20 150`, strokeOf(wood, 13)) +
    ellipse(x, 1126, 112, 22, top) +
    mug(x, 1116, cup)
  )
}
