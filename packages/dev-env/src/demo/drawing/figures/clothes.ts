import { circle, group, mix, path, range, rect, strokeOf } from '../svg.ts'

export const CLOTHES = ['tee', 'stripes', 'hoodie', 'turtleneck', 'jacket', 'shirt', 'knit', 'dungarees'] as const
export type Clothes = (typeof CLOTHES)[number]

export interface Outfit {
  clothes: Clothes
  colour: string
  second: string
}

const TORSO =
  'M-104 -36 Q0 78 104 -36 Q150 0 252 34 Q392 82 424 300 L470 1300 H-470 L-424 300 Q-392 82 -252 34 Q-150 0 -104 -36Z'

/** The parts of a torso behind the head and in front of it. The origin is the base of the neck. */
export function torso({ clothes, colour, second }: Outfit, line: number): { behind: string; front: string } {
  const ink = line ? '#000000' : mix(colour, '#000000', 0.28)
  const pen = line || 6
  const paint = { colour, second, ink, pen }
  const base = path(TORSO, colour)
  const inside = group(
    [
      INSIDES[clothes](paint),
      path('M120 -60 L470 -60 L480 1300 H190 Q250 700 120 -60Z', { fill: '#000000', opacity: '0.09' }),
    ],
    { 'clip-path': 'url(#torso)' },
  )
  const arms = path('M-306 300 Q-330 520 -322 1300 M306 300 Q330 520 322 1300', strokeOf(ink, pen * 0.85))
  const outline = line ? path(TORSO, { ...strokeOf(ink, pen) }) : ''
  const clip = `<defs><clipPath id="torso"><path d="${TORSO}"/></clipPath></defs>`
  return {
    behind: BEHINDS[clothes]?.(paint) ?? '',
    front: [clip, base, inside, arms, outline, FRONTS[clothes]?.(paint) ?? ''].join(''),
  }
}

interface Paint {
  colour: string
  second: string
  ink: string
  pen: number
}

type Part = (paint: Paint) => string

const collar: Part = ({ colour, ink, pen }) =>
  path('M-112 -34 Q0 104 112 -34', strokeOf(mix(colour, '#000000', 0.18), 26)) +
  path('M-128 -20 Q0 124 128 -20', strokeOf(ink, pen * 0.7))

/** Parts that lie on the torso. */
const INSIDES: Record<Clothes, Part> = {
  tee: collar,
  stripes: (paint) =>
    range(12)
      .map((index) => rect(-480, 110 + index * 104, 960, 46, paint.second))
      .join('') + collar(paint),
  hoodie: ({ colour, ink, pen }) =>
    path('M-250 560 H250 L300 840 H-300Z', {
      fill: mix(colour, '#000000', 0.1),
      stroke: ink,
      'stroke-width': pen * 0.7,
    }),
  turtleneck: ({ colour }) =>
    range(7)
      .map((index) =>
        path(
          `M${-300 + index * 100} 60 Q${-310 + index * 104} 500 ${-330 + index * 110} 1300`,
          strokeOf(mix(colour, '#000000', 0.1), 8),
        ),
      )
      .join(''),
  jacket: ({ second, ink, pen, colour }) =>
    path('M-104 -40 Q0 80 104 -40 L150 1300 H-150Z', second) +
    path('M-108 -40 L-190 140 L-120 190 L-150 1300 M108 -40 L190 140 L120 190 L150 1300', strokeOf(ink, pen * 0.8)) +
    path('M-108 -36 L-190 140 L-120 190 L-126 420Z M108 -36 L190 140 L120 190 L126 420Z', mix(colour, '#ffffff', 0.14)),
  shirt: ({ ink, pen }) =>
    path('M0 60 V1300', strokeOf(ink, pen * 0.7)) +
    range(6)
      .map((index) => circle(22, 170 + index * 140, 11, ink))
      .join(''),
  knit: (paint) =>
    range(9)
      .map((row) =>
        path(
          `M-480 ${190 + row * 120} ${range(16)
            .map((index) => `l30 ${index % 2 ? 40 : -40} l30 ${index % 2 ? -40 : 40}`)
            .join(' ')}`,
          strokeOf(row % 2 ? paint.second : mix(paint.colour, '#ffffff', 0.3), 15),
        ),
      )
      .join('') + collar(paint),
  dungarees: (paint) =>
    collar(paint) +
    path('M-170 330 H170 V640 L480 760 V1300 H-480 V760 L-170 640Z', {
      fill: paint.second,
      stroke: paint.ink,
      'stroke-width': paint.pen * 0.8,
    }) +
    path('M-160 340 L-236 40 M160 340 L236 40', strokeOf(paint.second, 54)) +
    circle(-150, 356, 20, '#f2c14e') +
    circle(150, 356, 20, '#f2c14e') +
    rect(-90, 430, 180, 120, mix(paint.second, '#000000', 0.12), 14),
}

/** Parts that stand up behind the neck. */
const BEHINDS: Partial<Record<Clothes, Part>> = {
  hoodie: ({ colour, ink, pen }) =>
    path('M-246 70 Q-290 -110 -130 -150 H130 Q290 -110 246 70Z', {
      fill: mix(colour, '#000000', 0.24),
      stroke: ink,
      'stroke-width': pen * 0.8,
    }),
}

/** Parts that lie over the neck. */
const FRONTS: Partial<Record<Clothes, Part>> = {
  hoodie: ({ colour, ink, pen }) =>
    path('M-112 -30 Q-246 10 -196 104 Q-96 160 0 92 Q96 160 196 104 Q246 10 112 -30 Q74 62 0 68 Q-74 62 -112 -30Z', {
      fill: mix(colour, '#ffffff', 0.1),
      stroke: ink,
      'stroke-width': pen * 0.8,
    }) + path('M-60 124 V270 M60 124 V240', strokeOf('#f6efe4', 13)),
  turtleneck: ({ colour, ink, pen }) =>
    path('M-108 -96 Q0 -64 108 -96 L128 10 Q0 74 -128 10Z', {
      fill: mix(colour, '#ffffff', 0.08),
      stroke: ink,
      'stroke-width': pen * 0.8,
      'stroke-linejoin': 'round',
    }),
  shirt: ({ colour, ink, pen }) =>
    ['M-104 -52 L0 76 L-92 150 L-160 6Z', 'M104 -52 L0 76 L92 150 L160 6Z']
      .map((d) =>
        path(d, {
          fill: mix(colour, '#ffffff', 0.3),
          stroke: ink,
          'stroke-width': pen * 0.8,
          'stroke-linejoin': 'round',
        }),
      )
      .join(''),
}
