import type { Light } from '../light.ts'
import { circle, ellipse, group, mix, path, strokeOf } from '../svg.ts'
import { type Coat, coatIn } from './coat.ts'

export const DOG_COATS = {
  golden: { fur: '#e0a458', pale: '#f6dcae', dark: '#b97a35' },
  chocolate: { fur: '#7a4a30', pale: '#a8744f', dark: '#4f2d1d' },
  black: { fur: '#3a3640', pale: '#c98f5a', dark: '#26232b' },
  white: { fur: '#f3ece0', pale: '#ffffff', dark: '#cfc0aa' },
  fox: { fur: '#dd8445', pale: '#fdf3e3', dark: '#b9622b' },
  grey: { fur: '#8b8f9c', pale: '#d9dce2', dark: '#5d616f' },
} as const satisfies Record<string, Coat>
export type DogCoat = keyof typeof DOG_COATS

export const DOG_SHAPES = ['floppy', 'pointed', 'curly', 'shaggy'] as const
export type DogShape = (typeof DOG_SHAPES)[number]

/** A sitting dog, about 640 wide and 900 high, its paws at the origin. */
export function dog(shape: DogShape, coat: Coat, collar: string, light: Light): string {
  const { fur, pale, dark } = coatIn(light, coat)
  return group([
    ellipse(0, 6, 300, 34, { fill: '#000000', opacity: '0.22' }),
    path('M190 -90 Q330 -110 330 -250 Q336 -300 300 -300 Q276 -296 276 -256 Q276 -190 170 -170Z', dark),
    path('M-170 -40 Q-190 -330 -120 -470 H120 Q230 -330 236 -60 Q236 0 170 0 H-110 Q-170 0 -170 -40Z', fur),
    path('M60 -180 Q230 -190 240 -50 Q240 4 160 4 H60Z', mix(fur, dark, 0.35)),
    path('M-96 -430 Q-20 -380 70 -430 Q96 -250 20 -110 Q-70 -170 -96 -430Z', pale),
    ...[-120, 10].map(
      (x) =>
        path(
          `M${x - 10} -250 Q${x - 26} -60 ${x - 20} -10 Q${x + 40} 12 ${x + 96} -10 Q${x + 92} -110 ${x + 86} -250Z`,
          mix(fur, pale, 0.12),
        ) +
        ellipse(x + 38, -16, 62, 28, pale) +
        path(`M${x + 22} -20 v20 M${x + 54} -20 v20`, strokeOf(mix(dark, '#000000', 0.2), 5)),
    ),
    shape === 'curly' ? curls(fur, pale) : '',
    path('M-130 -478 Q0 -400 130 -478 L120 -436 Q0 -366 -122 -436Z', collar),
    circle(0, -400, 24, '#f2c14e'),
    head(shape, { fur, pale, dark }),
  ])
}

function head(shape: DogShape, { fur, pale, dark }: Coat): string {
  const ears = {
    floppy: [-1, 1].map((side) =>
      path(
        `M${side * 120} -790 Q${side * 240} -800 ${side * 246} -640 Q${side * 244} -540 ${side * 186} -540 Q${side * 146} -560 ${side * 146} -690Z`,
        dark,
      ),
    ),
    pointed: [-1, 1].map(
      (side) =>
        path(`M${side * 50} -770 L${side * 166} -930 Q${side * 206} -800 ${side * 176} -690Z`, fur) +
        path(
          `M${side * 90} -776 L${side * 154} -872 Q${side * 174} -790 ${side * 160} -720Z`,
          mix(pale, '#e0788a', 0.4),
        ),
    ),
    curly: [-1, 1].map((side) =>
      [0, 1, 2, 3].map((index) => circle(side * (170 + (index % 2) * 22), -730 + index * 54, 58, dark)).join(''),
    ),
    shaggy: [-1, 1].map((side) =>
      path(
        `M${side * 110} -800 Q${side * 210} -800 ${side * 220} -680 L${side * 236} -570 L${side * 204} -600 L${side * 190} -550 L${side * 166} -600 L${side * 150} -690Z`,
        dark,
      ),
    ),
  }[shape]
  const tuft = {
    floppy: '',
    pointed: '',
    curly: [-70, -24, 24, 70].map((x, index) => circle(x, -818 - (index % 3 ? 24 : 0), 52, fur)).join(''),
    shaggy: path(
      'M-130 -760 Q-120 -850 0 -850 Q120 -850 130 -760 L96 -706 L72 -742 L40 -690 L10 -740 L-24 -690 L-52 -742 L-90 -700Z',
      mix(fur, pale, 0.35),
    ),
  }[shape]
  return group([
    ...(shape === 'pointed' ? ears : []),
    path('M-176 -650 Q-180 -826 0 -830 Q180 -826 176 -650 Q170 -480 0 -470 Q-170 -480 -176 -650Z', fur),
    shape === 'floppy' ? ellipse(84, -690, 62, 70, { fill: dark, opacity: '0.55' }) : '',
    path(
      'M-26 -826 Q0 -840 26 -826 L34 -690 Q90 -680 104 -590 Q104 -486 0 -482 Q-104 -486 -104 -590 Q-90 -680 -34 -690Z',
      pale,
    ),
    ...(shape === 'pointed' ? [] : ears),
    ...[-84, 84].map(
      (x) =>
        circle(x, -680, 25, '#241a1c') +
        circle(x - 8, -689, 8, '#ffffff') +
        path(`M${x - 32} -734 q32 -24 62 0`, strokeOf(mix(dark, '#000000', 0.3), 9)),
    ),
    shape === 'shaggy' ? tuft : '',
    path('M-44 -630 Q0 -656 44 -630 Q40 -580 0 -574 Q-40 -580 -44 -630Z', '#2a2024'),
    ellipse(-14, -628, 14, 6, { fill: '#ffffff', opacity: '0.4' }),
    path('M0 -576 V-552 M-60 -560 Q-40 -520 0 -552 Q40 -520 60 -560', strokeOf('#2a2024', 8)),
    path('M-28 -538 Q0 -524 28 -538 Q34 -476 0 -470 Q-34 -476 -28 -538Z', '#ef7f8f'),
    path('M0 -530 V-492', { ...strokeOf('#c95a6c', 5) }),
    shape === 'shaggy' ? '' : tuft,
  ])
}

function curls(fur: string, pale: string): string {
  const places = [
    [-110, -330],
    [-60, -260],
    [10, -300],
    [76, -340],
    [120, -260],
    [170, -190],
    [-130, -220],
    [60, -220],
    [200, -110],
    [140, -110],
  ]
  return places.map(([x = 0, y = 0], index) => circle(x, y, 46, mix(fur, pale, index % 2 ? 0.35 : 0.15))).join('')
}
