import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { at, circle, ellipse, group, HEIGHT, linear, mix, n, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { sunlight } from './room.ts'

const WALLS = ['#e6a57e', '#7fb0a8', '#e8cf9a', '#c98a94', '#8fa6c9'] as const
const FRAMES = ['#d9485f', '#2f6f73', '#3f4f8a', '#f2a23a', '#f4efe6'] as const

/** A bicycle that leans on a wall in the sun, with a door, a plant pot and leaves' shadows. */
export function bicycle(random: Random, light: Light): string {
  const colour = random.pick(WALLS)
  const lit = light.isDark ? mix(colour, light.near, 0.5) : mix(colour, light.sun, 0.12)
  const bricks = range(26).map(() =>
    rect(
      random.between(0, WIDTH),
      random.between(0, 1000),
      96,
      40,
      { fill: mix(lit, light.near, 0.25), opacity: '0.28' },
      5,
    ),
  )
  const stones = range(36).map((index) => {
    const row = Math.floor(index / 9)
    return rect(
      (index % 9) * 132 - (row % 2) * 66,
      1092 + row * 66,
      126,
      60,
      mix(mix('#b9aa9c', light.near, 0.16 + row * 0.05), '#ffffff', random.between(0, 0.14)),
      14,
    )
  })
  return [
    linear('house', [lit, mix(lit, light.near, 0.2)], 70),
    rect(0, 0, WIDTH, HEIGHT, 'url(#house)'),
    ...bricks,
    shutters(random, light),
    sunlight(light, 640, 300),
    leaves(random, light),
    rect(0, 1080, WIDTH, HEIGHT, mix('#8d8078', light.near, 0.25)),
    ...stones,
    rect(0, 1076, WIDTH, 12, { fill: '#000000', opacity: '0.18' }),
    ellipse(560, 1196, 430, 26, { fill: '#000000', opacity: '0.25' }),
    at(540, 1010, bike(random), { scale: 1.12 }),
  ].join('')
}

function shutters(random: Random, light: Light): string {
  const wood = mix(random.pick(['#2f6f73', '#4f6f4a', '#8a4a3f']), light.near, 0.12)
  const slats = (x: number) =>
    rect(x, 130, 128, 420, wood, 4) +
    range(15)
      .map((index) => rect(x + 12, 146 + index * 26, 104, 14, mix(wood, '#000000', 0.2), 3))
      .join('')
  const flowers = range(26).map(() =>
    circle(
      random.between(190, 440),
      random.between(520, 590),
      random.between(12, 22),
      random.pick(['#e85d75', '#ff9fb0', '#ffd36b', '#5d9455', '#4f8a4b', '#5d9455']),
    ),
  )
  const glass = light.isDark ? '#ffdf9e' : mix(light.sky[0] ?? light.far, '#ffffff', 0.45)
  return [
    slats(66),
    slats(436),
    rect(204, 130, 222, 420, '#f6efe4'),
    rect(220, 146, 190, 388, glass),
    rect(310, 146, 10, 388, '#f6efe4'),
    rect(220, 330, 190, 10, '#f6efe4'),
    ...flowers,
    rect(176, 566, 280, 60, '#8a5a3c', 8),
  ].join('')
}

function leaves(random: Random, light: Light): string {
  if (light.isDark) return ''
  const blots = range(34).map(() => {
    const [x, y, turn] = [random.between(520, WIDTH + 40), random.between(-20, 620), random.whole(0, 180)]
    return ellipse(x, y, random.between(18, 46), random.between(8, 20), {
      fill: light.near,
      transform: `rotate(${turn} ${n(x)} ${n(y)})`,
    })
  })
  return group([...blots, path('M1090 40 Q840 160 640 560', strokeOf(light.near, 9))], { opacity: '0.16' })
}

function bike(random: Random): string {
  const frame = random.pick(FRAMES)
  const steel = '#3a3640'
  const wheel = (x: number) => {
    const spokes = range(14).map(
      (index) => `M${x} 0 L${n(x + 146 * Math.cos((index * Math.PI) / 7))} ${n(146 * Math.sin((index * Math.PI) / 7))}`,
    )
    return [
      path(spokes.join(''), { ...strokeOf('#f6efe4', 3), opacity: '0.7' }),
      circle(x, 0, 150, { fill: 'none', stroke: steel, 'stroke-width': 17 }),
      circle(x, 0, 138, { fill: 'none', stroke: '#cfc7bd', 'stroke-width': 6 }),
      circle(x, 0, 15, steel),
    ].join('')
  }
  const basket = [
    path('M168 -330 H330 L306 -214 H192Z', '#c99a62'),
    ...range(5).map((index) => path(`M${180 + index * 32} -330 L${200 + index * 24} -214`, strokeOf('#a87a48', 4))),
    path('M172 -296 H324 M180 -256 H316', strokeOf('#a87a48', 4)),
    ...range(9).map(() =>
      circle(
        random.between(180, 320),
        random.between(-384, -334),
        random.between(15, 26),
        random.pick(['#ff8fa3', '#ffd36b', '#ffffff', '#5d9455', '#5d9455', '#d9485f']),
      ),
    ),
  ]
  return [
    wheel(-250),
    wheel(250),
    path('M-250 0 L-60 -20 L-110 -240 Z M-60 -20 L180 -232 L-100 -200 M250 0 L172 -272', strokeOf(frame, 17)),
    path('M-110 -240 L-124 -290', strokeOf(steel, 13)),
    path('M-190 -300 Q-124 -326 -64 -300 Q-80 -274 -128 -276 Q-176 -276 -190 -300Z', '#6d4036'),
    path('M172 -272 L164 -312 L108 -330 M172 -290 Q230 -300 222 -262', strokeOf(steel, 13)),
    path('M-336 -116 Q-250 -206 -150 -118', strokeOf(frame, 11)),
    circle(-60, -20, 38, { fill: 'none', stroke: steel, 'stroke-width': 10 }),
    path('M-60 -20 L-28 56 M-46 60 H-6', strokeOf(steel, 11)),
    ...basket,
  ].join('')
}
