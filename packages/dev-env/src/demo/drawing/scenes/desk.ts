import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { HEIGHT, mix, path, range, rect, WIDTH } from '../svg.ts'
import { books, lamp, mug, PALETTES, plant, sunlight, table, wall, window } from './room.ts'

const CODE = ['#ff8fa3', '#ffd36b', '#8ce0c8', '#9cc4ff', '#e9e4ff'] as const

/** A desk by the window, with a screen, a lamp and what somebody was reading. */
export function desk(random: Random, light: Light): string {
  const palette = random.pick(PALETTES)
  const { accent, wood } = palette
  const [left, right] = random.chance(0.5) ? [90, 640] : [640, 90]
  return [
    wall(palette, light),
    window(light, { x: left, y: 110, width: 350, height: 470 }),
    left < right ? sunlight(light, 620, 150) : frame(random, accent),
    shelf(random, right === 90 ? 70 : 610, 560, wood, [accent, '#d9645a', '#f0d9a8', '#4b6b8a', '#e9a13b']),
    table(palette, light, 1010),
    screen(random, 540, 1010, light),
    lamp(960, 1058, accent, light),
    books(random, 60, 1150, [accent, '#d9645a', '#f0d9a8', '#4b6b8a']),
    plant(random, 170, 1110 - 146, 190, '#e9e2d4', '#4f8a5b'),
    mug(800, 1212, mix(accent, '#ffffff', 0.65)),
    paper(random),
  ].join('')
}

function screen(random: Random, x: number, y: number, light: Light): string {
  const lines = range(11).map((index) => {
    const indent = [0, 1, 2, 2, 1, 1, 2, 3, 2, 1, 0][index] ?? 0
    const first = random.between(40, 150)
    return (
      rect(x - 232 + indent * 30, y - 372 + index * 25, first, 10, random.pick(CODE), 5) +
      rect(
        x - 222 + indent * 30 + first,
        y - 372 + index * 25,
        random.between(30, 170),
        10,
        { fill: random.pick(CODE), opacity: '0.6' },
        5,
      )
    )
  })
  const dark = mix('#22203a', light.near, 0.3)
  return [
    rect(x - 34, y - 90, 68, 92, '#8b8794'),
    rect(x - 130, y - 12, 260, 26, '#a9a5b2', 12),
    rect(x - 285, y - 425, 570, 350, '#191726', 22),
    rect(x - 266, y - 406, 532, 312, dark, 8),
    ...lines,
    path(`M${x - 266} ${y - 406} H${x + 60} L${x - 110} ${y - 94} H${x - 266}Z`, { fill: '#ffffff', opacity: '0.05' }),
  ].join('')
}

function shelf(random: Random, x: number, y: number, wood: string, colours: readonly string[]): string {
  let left = x + 18
  const spines = range(9).map(() => {
    const [width, height] = [random.between(24, 46), random.between(110, 175)]
    const spine =
      rect(left, y - height, width, height, random.pick(colours), 4) +
      rect(left + 5, y - height + 20, width - 10, 6, { fill: '#ffffff', opacity: '0.6' })
    left += width + 3
    return spine
  })
  return [...spines, rect(x, y, 400, 22, wood, 4), rect(x, y + 22, 400, 16, { fill: '#000000', opacity: '0.12' })].join(
    '',
  )
}

function frame(random: Random, accent: string): string {
  const [x, y] = [random.between(120, 180), 130]
  return [
    rect(x + 10, y + 12, 260, 330, { fill: '#000000', opacity: '0.14' }),
    rect(x, y, 260, 330, '#fbf6ec'),
    rect(x + 28, y + 28, 204, 274, mix(accent, '#ffffff', 0.78)),
    path(`M${x + 28} ${y + 302} V${y + 220} q60 -90 110 -20 q50 -60 94 10 V${y + 302}Z`, accent),
    `<circle cx="${x + 150}" cy="${y + 110}" r="42" fill="#e9a13b"/>`,
  ].join('')
}

function paper(random: Random): string {
  const lines = range(5).map((index) =>
    rect(382, 1216 + index * 24, random.between(110, 210), 6, { fill: '#6b6575', opacity: '0.5' }, 3),
  )
  const sheet =
    rect(350, 1180, 270, 200, '#fbf6ec', 6) +
    lines.join('') +
    path('M560 1300 L690 1222 L704 1244 L574 1322 L548 1326Z', '#e9a13b')
  return `<g transform="rotate(-6 ${WIDTH / 2} ${HEIGHT})">${sheet}</g>`
}
