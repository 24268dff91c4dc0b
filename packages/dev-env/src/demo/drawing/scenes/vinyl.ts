import { type Light, shine } from '../light.ts'
import type { Random } from '../random.ts'
import { at, circle, ellipse, group, HEIGHT, linear, mix, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { PALETTES, plant, wall } from './room.ts'

const SLEEVES = ['#d9485f', '#f0b44c', '#2f6f73', '#3f4f8a', '#e98a5a', '#8a5a9c', '#f4ead2'] as const

/** A record player on a sideboard, with records below and a guitar beside it. */
export function vinyl(random: Random, light: Light): string {
  const palette = random.pick(PALETTES)
  const wood = mix(palette.wood, '#c98a5a', 0.25)
  return [
    wall(palette, light),
    ...range(3).map((index) => sleeve(random, 110 + index * 310, 120)),
    shine('room', 250, 500, 640, '#ffd694', light.isDark ? 0.5 : 0.25),
    rect(0, 1180, WIDTH, HEIGHT, mix(palette.table, light.near, 0.3)),
    rect(30, 860, 760, 330, wood, 14),
    rect(30, 840, 760, 40, mix(wood, '#ffffff', 0.16), 10),
    rect(64, 900, 692, 250, mix(wood, '#000000', 0.5), 8),
    ...records(random, 78, 1148, 668),
    path('M120 1190 L100 1280 M700 1190 L720 1280', strokeOf(mix(wood, '#000000', 0.3), 26)),
    player(random, palette.accent),
    plant(random, 690, 842, 120, '#e9e2d4', '#4f8a5b'),
    at(930, 1262, guitar(random), { turn: 7, scale: 1.06 }),
  ].join('')
}

function sleeve(random: Random, x: number, y: number): string {
  const [ground, first, second] = [random.pick(SLEEVES), random.pick(SLEEVES), random.pick(SLEEVES)]
  const art = random.pick([
    circle(120, 130, 76, first) + rect(0, 150, 240, 90, { fill: second, opacity: '0.85' }),
    range(6)
      .map((index) =>
        path(
          `M0 ${40 + index * 34} Q60 ${index * 34} 120 ${40 + index * 34} T240 ${40 + index * 34}`,
          strokeOf(index % 2 ? first : second, 15),
        ),
      )
      .join(''),
    range(5)
      .map((index) => circle(120, 120, 104 - index * 22, index % 2 ? first : second))
      .join(''),
  ])
  return at(x, y, [
    rect(8, 12, 240, 240, { fill: '#000000', opacity: '0.18' }),
    rect(0, 0, 240, 240, ground),
    `<svg width="240" height="240">${art}</svg>`,
  ])
}

function records(random: Random, x: number, bottom: number, width: number): string[] {
  return range(width / 17).map((index) => {
    const height = random.between(206, 226)
    return rect(
      x + index * 17,
      bottom - height,
      14,
      height,
      mix(random.pick(SLEEVES), '#000000', random.between(0, 0.25)),
      2,
    )
  })
}

function player(random: Random, accent: string): string {
  return [
    linear('body', [mix(accent, '#ffffff', 0.2), mix(accent, '#000000', 0.12)]),
    rect(90, 756, 520, 88, 'url(#body)', 14),
    rect(90, 800, 520, 44, { fill: '#000000', opacity: '0.14' }, 14),
    circle(560, 800, 15, '#f4ead2'),
    circle(510, 800, 10, '#f4ead2'),
    path('M110 756 L150 470 H590 L594 756Z', { fill: '#ffffff', opacity: '0.14' }),
    path('M150 470 H590', { ...strokeOf('#ffffff', 6), opacity: '0.4' }),
    ellipse(320, 744, 206, 44, '#17151c'),
    ...range(5).map((index) =>
      ellipse(320, 744, 186 - index * 26, 39 - index * 5.4, { fill: 'none', stroke: '#3a3744', 'stroke-width': 3 }),
    ),
    ellipse(320, 744, 66, 15, random.pick(SLEEVES)),
    ellipse(320, 743, 8, 3, '#f4ead2'),
    path('M552 748 V700 L404 716', strokeOf('#d9d4cc', 10)),
    circle(552, 700, 15, '#8b8794'),
    ...notes(random, accent),
  ].join('')
}

function notes(random: Random, accent: string): string[] {
  return range(4).map((index) => {
    const note = ellipse(0, 0, 17, 13, accent) + path('M15 -4 V-70 q26 8 22 36', strokeOf(accent, 7))
    return group(at(230 + index * 90, 640 - random.between(0, 110), note, { turn: random.between(-16, 16) }), {
      opacity: '0.75',
    })
  })
}

function guitar(random: Random): string {
  const wood = random.pick(['#c98a4a', '#a85a34', '#d9a861'])
  return [
    ellipse(10, 6, 160, 18, { fill: '#000000', opacity: '0.25' }),
    path(
      'M0 0 C-150 0 -172 -130 -112 -206 C-74 -254 -120 -290 -104 -350 C-84 -420 84 -420 104 -350 C120 -290 74 -254 112 -206 C172 -130 150 0 0 0Z',
      mix(wood, '#000000', 0.3),
    ),
    path(
      'M0 -12 C-136 -12 -156 -130 -100 -202 C-62 -252 -108 -290 -92 -346 C-74 -406 74 -406 92 -346 C108 -290 62 -252 100 -202 C156 -130 136 -12 0 -12Z',
      wood,
    ),
    circle(0, -222, 47, '#2d1c16'),
    circle(0, -222, 55, { fill: 'none', stroke: mix(wood, '#ffffff', 0.5), 'stroke-width': 5 }),
    rect(-46, -108, 92, 18, '#3a241c', 6),
    rect(-19, -800, 38, 560, '#4a2d22'),
    ...range(11).map((index) => rect(-19, -790 + index * 44, 38, 4, '#c9b89a')),
    path('M-30 -800 H30 L38 -930 H-38Z', '#3a241c'),
    ...[-900, -866, -832].map((y) => circle(-44, y, 10, '#d9d4cc') + circle(44, y, 10, '#d9d4cc')),
    path('M-12 -800 V-100 M-4 -800 V-100 M4 -800 V-100 M12 -800 V-100', { ...strokeOf('#f4ead2', 2), opacity: '0.8' }),
  ].join('')
}
