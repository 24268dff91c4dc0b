import { LIGHTS, type Light, sky } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, group, HEIGHT, linear, mix, n, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { steam } from './room.ts'

const LANTERNS = ['#ff8a5c', '#ffcf6b', '#ff6b7d', '#ffe0a3', '#f2a0c0'] as const
const AWNINGS = [
  ['#d9485f', '#fff3e2'],
  ['#2f7f8f', '#fff3e2'],
  ['#e0963f', '#fff3e2'],
  ['#5a4a8a', '#f6d9e4'],
] as const

/** Stalls with food under strings of lanterns, in the evening. */
export function market(random: Random, light: Light): string {
  const evening = light.isDark ? light : LIGHTS.dusk
  const dark = mix(evening.near, '#000000', 0.2)
  const front = random.chance(0.5)
  return [
    sky(random, evening, { sun: [random.between(620, 900), 170] }),
    ...range(9).map((index) =>
      rect(
        index * 132 - 30,
        random.between(360, 520),
        136,
        700,
        mix(evening.far, evening.near, random.between(0.55, 0.8)),
      ),
    ),
    ...range(70).map(() =>
      rect(
        random.between(0, WIDTH),
        random.between(520, 820),
        13,
        18,
        { fill: random.pick(LANTERNS), opacity: random.between(0.4, 0.9).toFixed(2) },
        3,
      ),
    ),
    linear('street', [mix(evening.far, '#ffb86b', 0.3), dark]),
    rect(0, 1010, WIDTH, HEIGHT, 'url(#street)'),
    ...range(24).map((index) =>
      ellipse(random.between(0, WIDTH), 1040 + index * 13, random.between(40, 130), 6, {
        fill: random.pick(LANTERNS),
        opacity: '0.16',
      }),
    ),
    stall(random, front ? 40 : 470, 1080, 560),
    crowd(random, dark),
    ...range(4).map((row) => lanterns(random, 110 + row * 118, row)),
  ].join('')
}

function stall(random: Random, x: number, bottom: number, width: number): string {
  const [first, second] = random.pick(AWNINGS)
  const top = bottom - 500
  const stripes = range(8).map((index) => {
    const [left, step] = [x - 20 + (index * (width + 40)) / 8, (width + 40) / 8]
    return path(
      `M${n(left + 14)} ${top} H${n(left + step + (index === 7 ? -14 : 14))} L${n(left + step)} ${top + 110} q${n(-step / 2)} 40 ${n(-step)} 0Z`,
      index % 2 ? second : first,
    )
  })
  const bowls = range(5).map((index) => {
    const [cx, filling] = [x + 70 + index * 105, random.pick(['#e0863f', '#7fb05a', '#d9485f', '#f0d08a', '#8f5a3a'])]
    return (
      ellipse(cx, bottom - 168, 44, 18, filling) +
      circle(cx - 14, bottom - 176, 13, mix(filling, '#ffffff', 0.3)) +
      path(
        `M${cx - 48} ${bottom - 166} H${cx + 48} Q${cx + 40} ${bottom - 118} ${cx} ${bottom - 118} Q${cx - 40} ${bottom - 118} ${cx - 48} ${bottom - 166}Z`,
        '#fbf3e6',
      )
    )
  })
  const wares = range(9).map(
    (index) =>
      circle(x + 60 + index * 56, top + 150, 19, random.pick(['#e0863f', '#f2c14e', '#d9485f', '#8fb05a'])) +
      path(`M${x + 60 + index * 56} ${top + 92} v40`, strokeOf('#5a3a2a', 4)),
  )
  return [
    rect(x, top + 60, width, 440, '#3a2030'),
    rect(x + 16, top + 80, width - 32, 320, '#ffcf86'),
    linear('inside', ['#ffe6b0', '#f2a55a']),
    rect(x + 16, top + 80, width - 32, 320, 'url(#inside)'),
    ...wares,
    cook(random, x + width * 0.62, bottom - 120),
    rect(x - 10, bottom - 124, width + 20, 124, '#7c4a33'),
    rect(x - 18, bottom - 134, width + 36, 22, '#a9643f', 6),
    ...range(6).map((index) =>
      rect(x + 10 + index * 94, bottom - 100, 78, 100, { fill: '#000000', opacity: '0.1' }, 4),
    ),
    ...bowls,
    steam(x + 90, bottom - 196),
    steam(x + 300, bottom - 196),
    ...stripes,
  ].join('')
}

function cook(random: Random, x: number, y: number): string {
  const skin = random.pick(['#8d5524', '#c68642', '#e0ac69', '#f1c27d'])
  return (
    path(`M${x - 84} ${y} Q${x - 86} ${y - 130} ${x} ${y - 136} Q${x + 86} ${y - 130} ${x + 84} ${y}Z`, '#f6efe4') +
    rect(x - 16, y - 160, 32, 40, mix(skin, '#000000', 0.15)) +
    circle(x, y - 190, 44, skin) +
    path(
      `M${x - 46} ${y - 200} Q${x - 40} ${y - 246} ${x} ${y - 246} Q${x + 40} ${y - 246} ${x + 46} ${y - 200}Z`,
      '#d9485f',
    ) +
    path(`M${x - 16} ${y - 176} q16 14 32 0`, strokeOf('#3a2030', 4))
  )
}

function lanterns(random: Random, y: number, row: number): string {
  const sag = 90 + row * 14
  const heightAt = (share: number) => y - row * 20 + sag * 4 * share * (1 - share)
  const lamps = range(7).map((index) => {
    const share = (index + 0.5) / 7
    const [x, top, size, colour] = [share * WIDTH, heightAt(share), 26 + row * 6, random.pick(LANTERNS)]
    return (
      circle(x, top + size, size * 2.1, { fill: colour, opacity: '0.16' }) +
      ellipse(x, top + size, size, size * 1.1, colour) +
      ellipse(x, top + size, size * 0.45, size * 1.1, { fill: '#ffffff', opacity: '0.3' }) +
      rect(x - size * 0.4, top - 5, size * 0.8, 8, '#3a2030', 2) +
      rect(x - size * 0.4, top + size * 2, size * 0.8, 8, '#3a2030', 2)
    )
  })
  const cord = path(
    `M0 ${n(heightAt(0))} Q${WIDTH / 2} ${n(heightAt(0) + sag * 2)} ${WIDTH} ${n(heightAt(1))}`,
    strokeOf('#1a1020', 4),
  )
  return group([cord, ...lamps])
}

function crowd(random: Random, dark: string): string {
  return range(7)
    .map((index) => {
      const [x, y, size] = [
        40 + index * 165 + random.between(-30, 30),
        1130 + random.between(0, 70),
        random.between(44, 60),
      ]
      const colour = mix(dark, random.pick(['#5a3a6a', '#6a3a4a', '#3a4a6a']), 0.4)
      return (
        path(
          `M${n(x - size * 1.35)} ${HEIGHT} Q${n(x - size * 1.5)} ${n(y + size)} ${n(x)} ${n(y + size * 0.8)} Q${n(x + size * 1.5)} ${n(y + size)} ${n(x + size * 1.35)} ${HEIGHT}Z`,
          colour,
        ) +
        circle(x, y, size * 0.78, colour) +
        (random.chance(0.4) ? circle(x, y - size * 0.9, size * 0.36, colour) : '')
      )
    })
    .join('')
}
