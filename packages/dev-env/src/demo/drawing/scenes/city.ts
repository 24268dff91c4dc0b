import { type Light, sky } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, group, HEIGHT, linear, mix, path, range, rect, strokeOf, WIDTH } from '../svg.ts'

const WATER = 1000
const LAMPS = ['#ffd98a', '#ffb86b', '#fff0c4', '#9ad7e8'] as const

/** A skyline above a river, with lit windows and their reflections. */
export function city(random: Random, light: Light): string {
  const rows = range(3).map((row) => {
    const colour = mix(light.far, light.near, 0.28 + row * 0.32)
    return { colour, houses: houses(random, 560 + row * 120, 210 - row * 25) }
  })
  const skyline = rows.flatMap(({ colour, houses: row }, index) =>
    row.map((house) => block(random, light, house, colour, index)),
  )
  const mirror = group(skyline, { transform: `translate(0 ${WATER * 2}) scale(1 -1)`, opacity: '0.32' })
  const ripples = range(34).map((index) => {
    const share = index / 34
    return rect(
      random.between(-80, WIDTH),
      WATER + 10 + share * 340,
      random.between(50, 240),
      2 + share * 5,
      { fill: random.pick([...LAMPS, light.sun]), opacity: random.between(0.08, 0.34).toFixed(2) },
      4,
    )
  })
  return [
    sky(random, light),
    ...skyline,
    linear('river', [mix(light.far, light.near, 0.55), mix(light.far, light.near, 0.9)]),
    rect(0, WATER, WIDTH, HEIGHT - WATER, 'url(#river)'),
    mirror,
    ...ripples,
    bridge(light),
  ].join('')
}

interface House {
  x: number
  top: number
  width: number
}

function houses(random: Random, top: number, spread: number): House[] {
  const found: House[] = []
  for (let x = -30; x < WIDTH; ) {
    const width = random.between(70, 165)
    found.push({ x, top: top + random.between(-spread, spread * 0.6), width })
    x += width + random.pick([0, 0, 0, 14])
  }
  return found
}

function block(random: Random, light: Light, { x, top, width }: House, colour: string, row: number): string {
  const gap = 26
  const columns = Math.floor((width - 18) / gap)
  const share = light.isDark ? 0.5 : 0.16
  const windows = range(((WATER - top - 24) / 34) * columns).flatMap((index) => {
    if (!random.chance(share)) return []
    const fill = light.isDark ? random.pick(LAMPS) : mix(light.sun, colour, 0.45)
    return rect(
      x + 12 + (index % columns) * gap,
      top + 22 + Math.floor(index / columns) * 34,
      12,
      17,
      { fill, opacity: random.between(0.45, 1).toFixed(2) },
      2,
    )
  })
  const roof = random.pick(['flat', 'flat', 'spire', 'gable', 'tank', 'dome'] as const)
  const middle = x + width / 2
  const shapes = {
    flat: '',
    spire:
      path(`M${middle} ${top - 110} L${middle} ${top}`, strokeOf(colour, 6)) +
      circle(middle, top - 112, 5, light.isDark ? '#ff6b7d' : colour),
    gable: path(`M${x} ${top + 1} L${middle} ${top - 54} L${x + width} ${top + 1}Z`, colour),
    tank:
      rect(middle - 20, top - 52, 40, 34, colour, 6) +
      path(
        `M${middle - 14} ${top} L${middle - 14} ${top - 20} M${middle + 14} ${top} L${middle + 14} ${top - 20}`,
        strokeOf(colour, 5),
      ),
    dome: circle(middle, top + 4, width * 0.32, colour),
  }
  const shadow = rect(x + width * 0.68, top, width * 0.32, WATER - top, { fill: light.near, opacity: '0.16' })
  return [
    row === 0 && roof === 'tank' ? '' : shapes[roof],
    rect(x, top, width, WATER - top, colour),
    shadow,
    ...windows,
  ].join('')
}

function bridge(light: Light): string {
  const dark = mix(light.near, '#000000', 0.3)
  const arches = range(4).map((index) => {
    const x = index * 300 - 60
    return `M${x} 1118 L${x + 300} 1118 L${x + 300} 1268 L${x + 270} 1268 Q${x + 150} 1080 ${x + 30} 1268 L${x} 1268Z`
  })
  const lamps = range(4).map((index) => {
    const x = 90 + index * 300
    return (
      path(`M${x} 1100 L${x} 1010`, strokeOf(dark, 8)) +
      circle(x, 1000, 44, { fill: '#ffe2a0', opacity: light.isDark ? '0.28' : '0' }) +
      circle(x, 1000, 15, light.isDark ? '#fff0c4' : dark)
    )
  })
  return path(arches.join(''), dark) + rect(0, 1096, WIDTH, 26, mix(light.near, light.far, 0.14)) + lamps.join('')
}
