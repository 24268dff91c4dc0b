import { type Light, shine, sky } from '../light.ts'
import type { Random } from '../random.ts'
import { circle, ellipse, HEIGHT, linear, mix, n, path, polygon, range, strokeOf, WIDTH } from '../svg.ts'
import { fir, outline, ridge } from './mountains.ts'

/** A tent and a fire between firs. */
export function camp(random: Random, light: Light): string {
  const grass = mix(mix('#4f7a4f', light.far, 0.3), light.near, light.isDark ? 0.72 : 0.35)
  const dark = mix(light.near, '#0a1614', 0.4)
  const trees = [70, 190, 300, 850, 960, 1050].map((x, index) =>
    fir(x + random.between(-24, 24), 1010 + (index % 2) * 40, random.between(190, 330)),
  )
  return [
    sky(random, light),
    light.isDark ? milkyWay(random) : '',
    ...range(3).map((layer) =>
      outline(ridge(random, 700 + layer * 80, 130), mix(light.far, light.near, 0.15 + layer * 0.26)),
    ),
    path(trees.join(''), dark),
    linear('meadow', [grass, mix(grass, light.near, 0.6)]),
    path(`M0 1010 Q300 960 560 1004 T${WIDTH} 990 V${HEIGHT} H0Z`, 'url(#meadow)'),
    shine('fire', 770, 1180, 520, '#ffb04f', light.isDark ? 0.75 : 0.3),
    tent(random, light),
    fire(770, 1212),
    ...range(60).map(() => blade(random, mix(grass, light.near, random.between(0.3, 0.8)))),
  ].join('')
}

function milkyWay(random: Random): string {
  return range(220)
    .map(() => {
      const along = random.between(0, 1)
      const across = (random.between(-1, 1) + random.between(-1, 1)) * 110
      return circle(-40 + along * 1160 + across * 0.5, 660 - along * 640 + across, random.between(0.6, 2.6), {
        fill: '#fff6e0',
        opacity: random.between(0.2, 0.9).toFixed(2),
      })
    })
    .join('')
}

function tent(random: Random, light: Light): string {
  const colour = random.pick(['#e9883f', '#d9485f', '#e0b04f', '#3f8f8a'])
  const lit = light.isDark ? mix(colour, '#ffd98a', 0.35) : colour
  return [
    ellipse(370, 1196, 330, 30, { fill: '#000000', opacity: '0.25' }),
    linear('tent', [mix(lit, '#ffffff', 0.25), mix(lit, light.near, 0.22)]),
    polygon(
      [
        [350, 800],
        [80, 1190],
        [640, 1190],
      ],
      'url(#tent)',
    ),
    polygon(
      [
        [350, 800],
        [640, 1190],
        [460, 1190],
      ],
      { fill: light.near, opacity: '0.28' },
    ),
    polygon(
      [
        [350, 860],
        [262, 1190],
        [400, 1190],
      ],
      light.isDark ? '#fff0bf' : mix(colour, '#000000', 0.45),
    ),
    polygon(
      [
        [350, 860],
        [400, 1190],
        [424, 1190],
      ],
      mix(lit, '#ffffff', 0.45),
    ),
    path(
      'M350 800 L336 772 M350 800 L366 770 M80 1190 L34 1214 M640 1190 L690 1214',
      strokeOf(mix(light.near, '#ffffff', 0.2), 6),
    ),
  ].join('')
}

function fire(x: number, y: number): string {
  return [
    path(
      `M${x - 92} ${y + 16} L${x + 88} ${y - 16} M${x + 92} ${y + 16} L${x - 88} ${y - 16}`,
      strokeOf('#5a3a2a', 24),
    ),
    path(
      `M${x} ${y - 190} C${x + 20} ${y - 130} ${x + 84} ${y - 110} ${x + 64} ${y - 40} Q${x + 50} ${y} ${x} ${y} Q${x - 58} ${y} ${x - 66} ${y - 46} C${x - 70} ${y - 90} ${x - 24} ${y - 110} ${x} ${y - 190}Z`,
      '#f2712c',
    ),
    path(
      `M${x + 4} ${y - 130} C${x + 16} ${y - 90} ${x + 50} ${y - 74} ${x + 38} ${y - 28} Q${x + 26} ${y} ${x} ${y} Q${x - 36} ${y - 2} ${x - 38} ${y - 34} C${x - 38} ${y - 66} ${x - 6} ${y - 80} ${x + 4} ${y - 130}Z`,
      '#ffb43f',
    ),
    path(
      `M${x + 2} ${y - 74} C${x + 30} ${y - 40} ${x + 24} ${y} ${x} ${y} C${x - 24} ${y - 2} ${x - 20} ${y - 40} ${x + 2} ${y - 74}Z`,
      '#fff0b0',
    ),
    ...range(9).map((index) => circle(x - 60 + index * 16, y - 210 - ((index * 67) % 150), 4, '#ffcf6b')),
    ...[-112, -70, 66, 110].map((dx) => ellipse(x + dx, y + 26, 28, 18, '#8b8580')),
  ].join('')
}

function blade(random: Random, colour: string): string {
  const [x, y, height, lean] = [
    random.between(0, WIDTH),
    random.between(1230, HEIGHT),
    random.between(24, 80),
    random.between(-26, 26),
  ]
  return (
    path(`M${n(x)} ${n(y)} q0 ${n(-height * 0.6)} ${n(lean)} ${n(-height)}`, strokeOf(colour, 5)) +
    (random.chance(0.16) ? circle(x + lean, y - height, 8, '#f6efe0') : '')
  )
}
