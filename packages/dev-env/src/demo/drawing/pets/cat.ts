import type { Light } from '../light.ts'
import { circle, ellipse, group, mix, path, strokeOf } from '../svg.ts'
import { type Coat, coatIn } from './coat.ts'

export const CAT_COATS = {
  ginger: { fur: '#e5964a', pale: '#fbe6c6', dark: '#bd6a25' },
  grey: { fur: '#8f95a3', pale: '#dfe2e8', dark: '#646a79' },
  black: { fur: '#35313c', pale: '#4a4553', dark: '#221f27' },
  tuxedo: { fur: '#3a3640', pale: '#f6f2ea', dark: '#26232b' },
  cream: { fur: '#f0dfc4', pale: '#fff7ea', dark: '#8a6a55' },
  calico: { fur: '#f6efe4', pale: '#ffffff', dark: '#d98a45' },
} as const satisfies Record<string, Coat>
export type CatCoat = keyof typeof CAT_COATS

export const CAT_POSES = ['sitting', 'loaf', 'stretched'] as const
export type CatPose = (typeof CAT_POSES)[number]

const EYES: Record<CatCoat, string> = {
  ginger: '#6f9a4f',
  grey: '#f2c14e',
  black: '#e9d24f',
  tuxedo: '#8fb84f',
  cream: '#5f9fd0',
  calico: '#6fa36f',
}

/** A cat, up to 760 wide, its paws at the origin. */
export function cat(pose: CatPose, name: CatCoat, light: Light): string {
  const coat = coatIn(light, CAT_COATS[name])
  const body = { sitting, loaf, stretched }[pose](coat, hasStripes(name))
  const [x, y] = { sitting: [0, -470], loaf: [-120, -250], stretched: [-210, -210] }[pose]
  return group([body, group(head(coat, EYES[name], name), { transform: `translate(${x} ${y})` })])
}

function hasStripes(name: CatCoat): boolean {
  return name === 'ginger' || name === 'grey'
}

function sitting({ fur, pale, dark }: Coat, isStriped: boolean): string {
  return [
    ellipse(20, 4, 260, 30, { fill: '#000000', opacity: '0.22' }),
    path('M150 -40 Q330 -20 320 -180 Q316 -300 250 -330', strokeOf(dark, 54)),
    path('M-150 -30 Q-180 -300 -90 -450 H90 Q190 -300 200 -40 Q200 0 140 0 H-96 Q-150 0 -150 -30Z', fur),
    isStriped
      ? path(
          'M150 -330 Q120 -310 96 -320 M176 -260 Q136 -236 104 -250 M192 -190 Q150 -160 110 -178',
          strokeOf(dark, 20),
        )
      : '',
    path('M40 -160 Q190 -170 202 -50 Q202 4 130 4 H40Z', mix(fur, dark, 0.3)),
    path('M-76 -440 Q0 -400 66 -440 Q80 -260 0 -150 Q-80 -250 -76 -440Z', pale),
    ...[-86, 16].map(
      (x) =>
        path(
          `M${x} -220 Q${x - 10} -60 ${x - 6} -8 Q${x + 34} 8 ${x + 72} -8 Q${x + 74} -100 ${x + 66} -220Z`,
          mix(fur, pale, 0.1),
        ) +
        ellipse(x + 34, -12, 46, 22, pale) +
        path(`M${x + 22} -14 v16 M${x + 46} -14 v16`, strokeOf(dark, 4)),
    ),
  ].join('')
}

function loaf({ fur, pale, dark }: Coat, isStriped: boolean): string {
  return [
    ellipse(0, 2, 380, 30, { fill: '#000000', opacity: '0.22' }),
    path('M330 -60 Q420 -10 260 -6 L-40 -8', strokeOf(dark, 50)),
    path('M-330 -40 Q-330 -300 -60 -310 Q220 -330 340 -180 Q390 -20 300 0 H-290 Q-330 0 -330 -40Z', fur),
    isStriped
      ? path('M60 -300 Q80 -240 60 -200 M140 -286 Q164 -226 146 -180 M216 -256 Q240 -196 224 -150', strokeOf(dark, 24))
      : '',
    ellipse(-220, -16, 70, 28, pale),
    ellipse(-70, -14, 70, 28, pale),
  ].join('')
}

function stretched({ fur, pale, dark }: Coat, isStriped: boolean): string {
  return [
    ellipse(20, 4, 420, 30, { fill: '#000000', opacity: '0.22' }),
    path('M330 -250 Q430 -330 380 -440 Q360 -490 390 -520', strokeOf(dark, 46)),
    path(
      'M-330 -70 Q-300 -150 -120 -170 Q90 -200 200 -330 Q330 -380 386 -250 Q400 -120 380 -4 H300 L270 -150 Q120 -60 -60 -50 L-330 -10Z',
      fur,
    ),
    isStriped
      ? path(
          'M180 -300 Q210 -250 200 -190 M250 -330 Q284 -270 270 -210 M110 -230 Q140 -190 130 -140',
          strokeOf(dark, 22),
        )
      : '',
    path('M-120 -90 L-400 -34 Q-440 -14 -400 0 L-90 -20Z', mix(fur, pale, 0.15)),
    ellipse(-392, -16, 54, 24, pale),
    ellipse(340, -14, 56, 24, pale),
  ].join('')
}

function head({ fur, pale, dark }: Coat, eyes: string, name: CatCoat): string[] {
  const isMasked = name === 'cream'
  return [
    ...[-1, 1].map(
      (side) =>
        path(`M${side * 34} -238 L${side * 152} -338 Q${side * 186} -220 ${side * 164} -130Z`, isMasked ? dark : fur) +
        path(`M${side * 74} -244 L${side * 140} -296 Q${side * 158} -224 ${side * 148} -170Z`, '#e9a0a8'),
    ),
    path('M-172 -110 Q-170 -260 0 -262 Q170 -260 172 -110 Q164 34 0 36 Q-164 34 -172 -110Z', fur),
    name === 'calico'
      ? path('M-172 -110 Q-170 -250 -20 -261 Q-30 -150 -110 -90 Q-150 -70 -172 -90Z', dark) +
        path('M60 -252 Q160 -230 170 -130 Q120 -140 60 -252Z', '#4a4048')
      : '',
    hasStripes(name)
      ? path(
          'M0 -258 V-206 M-44 -252 V-212 M44 -252 V-212 M-168 -90 H-120 M-164 -50 H-124 M168 -90 H120 M164 -50 H124',
          strokeOf(dark, 15),
        )
      : '',
    isMasked
      ? ellipse(0, -60, 104, 88, { fill: dark, opacity: '0.75' })
      : path('M-20 -140 Q0 -150 20 -140 Q34 -70 86 -40 Q70 32 0 34 Q-70 32 -86 -40 Q-34 -70 -20 -140Z', pale),
    ...[-78, 78].map(
      (x) =>
        ellipse(x, -118, 40, 42, eyes) +
        ellipse(x, -116, 15, 36, '#1d181c') +
        circle(x - 12, -132, 9, '#ffffff') +
        path(`M${x - 42} -122 Q${x} -172 ${x + 42} -122`, strokeOf('#1d181c', 6)),
    ),
    path('M-20 -62 Q0 -72 20 -62 Q14 -42 0 -38 Q-14 -42 -20 -62Z', '#d9707f'),
    path('M0 -38 V-24 M-36 -20 Q-18 2 0 -24 Q18 2 36 -20', strokeOf('#3a2a30', 6)),
    path('M-66 -36 L-204 -58 M-66 -22 L-206 -14 M-64 -8 L-190 30 M66 -36 L204 -58 M66 -22 L206 -14 M64 -8 L190 30', {
      ...strokeOf('#ffffff', 4),
      opacity: '0.8',
    }),
  ]
}
