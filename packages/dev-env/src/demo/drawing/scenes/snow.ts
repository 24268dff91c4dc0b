import { type Light, sky } from '../light.ts'
import type { Random } from '../random.ts'
import { at, circle, HEIGHT, linear, mix, n, path, range, rect, strokeOf, WIDTH } from '../svg.ts'
import { fir, outline, ridge } from './mountains.ts'

/** A slope of fresh snow with tracks, a hut and falling flakes. */
export function snow(random: Random, light: Light): string {
  const white = mix('#ffffff', light.far, light.isDark ? 0.3 : 0.06)
  const shade = mix(white, light.isDark ? light.near : '#7f9fd0', 0.34)
  return [
    sky(random, light),
    ...range(2).map((layer) =>
      outline(ridge(random, 520 + layer * 120, 260), mix(light.far, light.near, 0.12 + layer * 0.2)),
    ),
    path(`M0 760 Q380 640 700 760 T${WIDTH} 700 V${HEIGHT} H0Z`, mix(white, shade, 0.7)),
    ...range(16).map((index) =>
      whiteFir(random.between(-20, WIDTH), 770 + index * 9, random.between(60, 110), light, white),
    ),
    linear('slope', [white, shade], 60),
    path(`M0 ${900} Q420 760 760 930 T${WIDTH} 980 V${HEIGHT} H0Z`, 'url(#slope)'),
    hut(random, light, white),
    path('M760 920 C640 1000 900 1050 700 1130 S420 1210 520 1350', strokeOf(mix(shade, light.near, 0.16), 15)),
    path('M790 924 C676 1004 940 1052 738 1140 S464 1216 566 1350', strokeOf(mix(shade, light.near, 0.16), 15)),
    at(712, 1116, skier(random, light)),
    ...[90, 960, 1040].map((x, index) => whiteFir(x, 1180 + index * 60, random.between(190, 270), light, white)),
    ...range(90).map(() =>
      circle(random.between(0, WIDTH), random.between(0, HEIGHT), random.between(2, 7), {
        fill: '#ffffff',
        opacity: random.between(0.4, 0.95).toFixed(2),
      }),
    ),
  ].join('')
}

function whiteFir(x: number, y: number, size: number, light: Light, white: string): string {
  const green = mix('#2f5a52', light.near, light.isDark ? 0.55 : 0.15)
  const tiers = [
    [0.42, 0.36],
    [0.97, 0.3],
    [1.52, 0.2],
  ] as const
  const caps = tiers.map(([up, wide]) => {
    const half = size * wide
    return `M${n(x - half)} ${n(y - size * up)} L${n(x)} ${n(y - size * (up + 0.5))} L${n(x + half)} ${n(y - size * up)} Q${n(x + half * 0.5)} ${n(y - size * (up + 0.14))} ${n(x)} ${n(y - size * up)} Q${n(x - half * 0.5)} ${n(y - size * (up + 0.14))} ${n(x - half)} ${n(y - size * up)}Z`
  })
  return (
    rect(x - size * 0.05, y - size * 0.1, size * 0.1, size * 0.3, mix('#5a3a2a', light.near, 0.3)) +
    path(fir(x, y, size), green) +
    path(caps.join(''), white)
  )
}

function hut(random: Random, light: Light, white: string): string {
  const wood = mix('#8a5438', light.near, light.isDark ? 0.4 : 0.1)
  const glow = light.isDark ? '#ffdf9e' : '#ffe9b8'
  return at(random.between(200, 300), 930, [
    rect(-130, -150, 260, 160, wood),
    ...range(5).map((index) => rect(-130, -130 + index * 30, 260, 4, { fill: '#000000', opacity: '0.2' })),
    rect(-96, -104, 66, 60, glow, 4),
    rect(36, -104, 60, 114, mix(wood, '#000000', 0.35), 4),
    path('M-170 -140 L0 -260 L170 -140Z', mix(wood, '#000000', 0.3)),
    path(
      'M-182 -140 Q-90 -226 0 -286 Q90 -226 182 -140 Q150 -128 130 -144 Q60 -206 0 -240 Q-70 -204 -130 -144 Q-152 -128 -182 -140Z',
      white,
    ),
    rect(62, -290, 34, 70, mix(wood, '#000000', 0.2)),
    path('M80 -300 c-30 -30 26 -50 0 -90 s20 -50 4 -80', { ...strokeOf('#ffffff', 15), opacity: '0.45' }),
  ])
}

function skier(random: Random, light: Light): string {
  const jacket = random.pick(['#d9485f', '#f0b44c', '#3f7fc0', '#e9703f'])
  const dark = mix(light.near, '#1c2233', 0.5)
  return [
    path('M-74 34 L70 6 M-58 46 L86 18', strokeOf(dark, 8)),
    path('M-4 22 L14 -26 L-14 -58 M20 10 L30 -30 L0 -60', strokeOf(dark, 19)),
    path('M-24 -54 Q-34 -116 8 -124 Q40 -116 22 -52Z', jacket),
    path('M-6 -106 Q-50 -90 -62 -56 M20 -104 Q60 -92 70 -62', strokeOf(jacket, 16)),
    path('M-62 -56 L-96 28 M70 -62 L104 14', strokeOf(dark, 5)),
    circle(14, -142, 22, mix(jacket, '#ffffff', 0.7)),
    path('M10 -150 H36 V-138 H10Z', dark),
  ].join('')
}
