import { createAvatar, type Style } from '@dicebear/core'
import * as lorelei from '@dicebear/lorelei'
import * as micah from '@dicebear/micah'
import * as toonHead from '@dicebear/toon-head'
import { createRandom } from '../random.ts'
import { at, group } from '../svg.ts'
import { type Outfit, torso } from './clothes.ts'
import { type Appearance, HAIRS, type Look, type LoreleiLook, type MicahLook, SKINS, type ToonLook } from './look.ts'

/** Friendly ones of each set: a drawn grin looks like a threat on a card that fills the screen. */
const LORELEI = {
  eyes: [2, 4, 6, 10, 20, 21, 23, 24],
  brows: [2, 5, 7, 9],
  noses: [1, 2, 3, 5, 6],
  mouths: { smile: [1, 2, 4], laugh: [5, 6], calm: [2, 14] },
} as const

/** A person from the waist up: the middle of the face is the origin, the head about 500 high. */
export function figure(seed: string, look: Look, outfit: Outfit, appearance: Appearance): string {
  if (look.style === 'lorelei') return loreleiFigure(seed, look, outfit, appearance)
  if (look.style === 'micah') return micahFigure(seed, look, outfit, appearance)
  return toonFigure(seed, look, outfit, appearance)
}

function loreleiFigure(seed: string, look: LoreleiLook, outfit: Outfit, { mood, hasSunglasses }: Appearance): string {
  const random = createRandom(seed)
  const { eyes, brows, noses, mouths } = LORELEI
  const glasses = hasSunglasses ? 2 : look.glasses
  const drawing = avatar(lorelei, seed, {
    hair: [variant(look.hair)],
    hairColor: [hex(HAIRS[look.hairColour])],
    skinColor: [hex(SKINS[look.skin])],
    head: ['variant01'],
    eyes: [variant(look.eyes ?? random.pick(eyes))],
    eyebrows: [variant(random.pick(brows))],
    nose: [variant(random.pick(noses))],
    mouth: [`happy${two(random.pick(mouths[mood]))}`],
    ...optional('glasses', glasses),
    ...optional('beard', look.beard),
    ...optional('earrings', look.earrings),
    earringsColor: ['e0b04f'],
    ...optional('freckles', look.hasFreckles ? 1 : undefined),
    hairAccessories: look.hasFlowers ? ['flowers'] : [],
    hairAccessoriesProbability: look.hasFlowers ? 100 : 0,
    hairAccessoriesColor: ['fff3e2'],
  })
  return dressed(at(-490, -440, drawing), torso(outfit, 13), -16, 388, 0.94)
}

function micahFigure(seed: string, look: MicahLook, outfit: Outfit, { mood }: Appearance): string {
  const random = createRandom(seed)
  const hair = HAIRS[look.hairColour]
  const drawing = avatar(micah, seed, {
    hair: [look.hair],
    hairColor: [hex(hair)],
    baseColor: [hex(SKINS[look.skin])],
    eyes: [mood === 'laugh' ? 'smiling' : random.pick(['eyes', 'round', 'eyes'])],
    eyebrows: ['up'],
    eyebrowsColor: [hex(look.hair === 'turban' ? HAIRS.black : hair)],
    mouth: [{ smile: 'smile', laugh: 'laughing', calm: 'smirk' }[mood]],
    nose: [random.pick(['curve', 'pointed', 'tound'])],
    ears: ['attached'],
    shirt: [],
    glasses: look.glasses ? [look.glasses] : [],
    glassesProbability: look.glasses ? 100 : 0,
    glassesColor: ['2b2330'],
    facialHair: look.beard ? [look.beard] : [],
    facialHairProbability: look.beard ? 100 : 0,
    facialHairColor: [hex(look.hair === 'turban' ? HAIRS.black : hair)],
    earrings: look.earrings ? [look.earrings] : [],
    earringsProbability: look.earrings ? 100 : 0,
    earringColor: ['e0b04f'],
  })
  return dressed(at(-500, -405, drawing, { scale: 2.6 }), torso(outfit, 12), -46, 388, 0.98)
}

function toonFigure(seed: string, look: ToonLook, outfit: Outfit, { mood }: Appearance): string {
  const random = createRandom(seed)
  const drawing = avatar(toonHead, seed, {
    hair: [look.hair],
    hairColor: [hex(HAIRS[look.hairColour])],
    rearHair: look.back ? [look.back] : [],
    rearHairProbability: look.back ? 100 : 0,
    skinColor: [hex(SKINS[look.skin])],
    eyes: [mood === 'laugh' ? random.pick(['happy', 'humble', 'bow']) : random.pick(['happy', 'wide'])],
    eyebrows: [random.pick(['happy', 'raised', 'neutral'])],
    mouth: [mood === 'laugh' ? 'laugh' : 'smile'],
    clothes: [],
    beard: look.beard ? [look.beard] : [],
    beardProbability: look.beard ? 100 : 0,
  })
  return dressed(at(-461, -455, drawing, { scale: 1.2 }), torso(outfit, 0), 0, 292, 0.94)
}

function dressed(
  drawing: string,
  { behind, front }: ReturnType<typeof torso>,
  x: number,
  y: number,
  scale: number,
): string {
  return group([at(x, y, behind, { scale }), drawing, at(x, y, front, { scale })])
}

/** Draws with DiceBear, and takes away what is around the drawing. */
function avatar<Options extends object>(style: Style<Options>, seed: string, options: object): string {
  const drawn = createAvatar(style, { seed, ...(options as Options) }).toString() // the types of the sets name variants one by one
  return drawn
    .replace(/^<svg[^>]*>/, '<g fill="none">')
    .replace(/<metadata[\s\S]*<\/metadata>/, '')
    .replace(/<mask id="viewboxMask">[\s\S]*?<\/mask>/, '')
    .replace(' mask="url(#viewboxMask)"', '')
    .replace(/<\/svg>$/, '</g>')
}

function optional(name: string, number: number | undefined): Record<string, unknown> {
  return { [name]: number ? [variant(number)] : [], [`${name}Probability`]: number ? 100 : 0 }
}

function variant(number: number): string {
  return `variant${two(number)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function hex(colour: string): string {
  return colour.slice(1)
}
