import { CLOTHES, type Clothes } from './figures/clothes.ts'
import { figure } from './figures/figure.ts'
import { type Look, MOODS, type Mood } from './figures/look.ts'
import { LIGHTS, type Light, type LightName, shine } from './light.ts'
import { type CatCoat, type CatPose, cat as drawCat } from './pets/cat.ts'
import { DOG_COATS, type DogCoat, type DogShape, dog as drawDog } from './pets/dog.ts'
import { createRandom, type Random } from './random.ts'
import { SCENES, type SceneName, type Setting } from './scenes/scenes.ts'
import { at, ellipse, HEIGHT, linear, mix, rect, svg, WIDTH } from './svg.ts'

/** The subject of one picture of a person. */
export type Picture =
  | { shows: 'self'; setting: Setting; light: LightName; mood?: Mood; clothes?: Clothes }
  | { shows: 'scene'; scene: SceneName; light: LightName }
  | { shows: 'dog'; shape: DogShape; coat: DogCoat; setting: Setting; light: LightName }
  | { shows: 'cat'; pose: CatPose; coat: CatCoat; setting: Setting; light: LightName }

/** A drawing in two layers: what is far away is out of focus. */
export interface Drawing {
  backdrop: string | null
  front: string
}

const COLOURS = [
  '#d9485f',
  '#2f6f73',
  '#f0b44c',
  '#3f5f8a',
  '#e98a5a',
  '#6f9a72',
  '#f4ead2',
  '#7a5a9c',
  '#2f3146',
  '#e3a0ac',
  '#8fb4c9',
  '#b5483b',
] as const
const SUNGLASSES = ['sea', 'bicycle'] as const satisfies Setting[]

const WOOD = '#b98a62'
/** The ground under a pet outdoors. */
const FLOORS: Partial<Record<Setting, string>> = {
  camp: '#7d9a5a',
  city: '#9a9aa6',
  forest: '#6f8a52',
  mountains: '#8aa05f',
  sea: '#ecd2a2',
  snow: '#f2f6fb',
}

export function self(setting: Setting, light: LightName, more: { mood?: Mood; clothes?: Clothes } = {}): Picture {
  return { shows: 'self', setting, light, ...more }
}

export function scene(name: SceneName, light: LightName): Picture {
  return { shows: 'scene', scene: name, light }
}

export function dog(shape: DogShape, coat: DogCoat, setting: Setting = 'forest', light: LightName = 'day'): Picture {
  return { shows: 'dog', shape, coat, setting, light }
}

export function cat(pose: CatPose, coat: CatCoat, setting: Setting = 'library', light: LightName = 'day'): Picture {
  return { shows: 'cat', pose, coat, setting, light }
}

/** Draws the `index`-th picture of a person; the same arguments give the same drawing. */
export function drawPicture(seed: string, look: Look, picture: Picture, index: number): Drawing {
  const random = createRandom(`${seed}/${index}`)
  const light = LIGHTS[picture.light]
  if (picture.shows === 'scene') return { backdrop: null, front: svg(place(random, picture.scene, light)) }

  const backdrop = svg(place(random, picture.setting, light))
  if (picture.shows === 'self') return { backdrop, front: svg(portrait(random, seed, look, picture, index)) }
  return { backdrop, front: svg(pet(random, picture, light)) }
}

/** A scene, at times seen the other way round. */
function place(random: Random, name: SceneName, light: Light): string {
  const isMirrored = random.chance(0.5)
  const drawn = SCENES[name](random, light)
  return isMirrored ? at(WIDTH, 0, drawn, { flip: true }) : drawn
}

function portrait(
  random: Random,
  seed: string,
  look: Look,
  picture: Picture & { shows: 'self' },
  index: number,
): string {
  const { setting, mood = index === 0 ? 'smile' : random.pick(MOODS) } = picture
  const light: Light = LIGHTS[picture.light]
  const colour = random.pick(COLOURS)
  const outfit = {
    clothes: picture.clothes ?? random.pick(CLOTHES),
    colour,
    second: random.pick(COLOURS.filter((other) => other !== colour)),
  }
  const hasSunglasses = index > 0 && !light.isDark && SUNGLASSES.some((one) => one === setting) && random.chance(0.6)
  const isClose = index === 0 || random.chance(0.4)
  const [scale, y] = isClose ? [0.93, 440] : [random.between(0.68, 0.78), 430]
  const x = WIDTH / 2 + (isClose ? random.between(-30, 30) : random.between(-120, 120))
  const turn = random.between(-3, 3)
  return [
    shine('halo', x, y, 620, light.sun, light.isDark ? 0.4 : 0.5),
    at(x, y, figure(seed, look, outfit, { mood, hasSunglasses }), {
      scale,
      turn,
      flip: look.style !== 'toon' && index % 2 === 1,
    }),
    evenLight(light),
  ].join('')
}

function pet(random: Random, picture: Picture & { shows: 'dog' | 'cat' }, light: Light): string {
  const collar = random.pick(COLOURS)
  const floor = mix(FLOORS[picture.setting] ?? WOOD, light.near, light.isDark ? 0.5 : 0.16)
  const x = WIDTH / 2 + random.between(-50, 50)
  const drawn =
    picture.shows === 'dog'
      ? drawDog(picture.shape, DOG_COATS[picture.coat], collar, light)
      : drawCat(picture.pose, picture.coat, light)
  const isLow = picture.shows === 'cat' && picture.pose !== 'sitting'
  return [
    shine('halo', x, 640, 640, light.sun, light.isDark ? 0.25 : 0.5),
    linear('floor', [mix(floor, light.sun, 0.3), mix(floor, light.near, 0.2)]),
    ellipse(WIDTH / 2, HEIGHT + 120, 1000, 380, 'url(#floor)'),
    at(x, isLow ? 1090 : 1130, drawn, { scale: isLow ? 1.25 : 1.18, flip: random.chance(0.5) }),
    evenLight(light),
  ].join('')
}

/** One light over the whole picture: warm from above, darker below. */
function evenLight(light: Light): string {
  return (
    linear('even', [
      [light.sun, light.isDark ? 0.02 : 0.14],
      [light.sun, 0],
      [light.near, light.isDark ? 0.42 : 0.18],
    ]) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#even)') +
    (light.isDark ? rect(0, 0, WIDTH, HEIGHT, { fill: light.near, opacity: '0.1' }) : '')
  )
}
