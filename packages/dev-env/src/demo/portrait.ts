import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import sharp from 'sharp'

type Options = openPeeps.Options
type One<Key extends keyof Options> = NonNullable<Options[Key]> extends (infer Value)[] ? Value : never

/** Friendly faces without teeth: a drawn grin looks like a threat on a card that fills the screen. */
const FACES = ['smile', 'calm', 'cute'] as const satisfies One<'face'>[]

export interface Look {
  seed: string
  head: One<'head'>
  face: (typeof FACES)[number]
  skin: string
  hair: string
  clothes: string
  facialHair: One<'facialHair'> | null
  glasses: One<'accessories'> | null
  gradient: readonly [string, string]
}

const WIDTH = 1080
const HEIGHT = 1350
const FIGURE_WIDTH = 1020
/** Above the head: cards have their words on the lower half, which must not cover the face. */
const FIGURE_TOP = 60
const FIGURE_HEIGHT = HEIGHT - FIGURE_TOP

/** Draws a portrait (Open Peeps by Pablo Stanley, CC0) on a gradient, as a JPEG of 1080 by 1350. */
export async function drawPortrait(look: Look): Promise<Buffer> {
  const [from, to] = look.gradient
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`
  const figure = await sharp(Buffer.from(figureSvg(look)), { density: 100 })
    .trim()
    .resize({ width: FIGURE_WIDTH, height: FIGURE_HEIGHT, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = figure.info
  const withBody = await sharp(figure.data)
    .extend({ bottom: FIGURE_HEIGHT - height, extendWith: 'copy' }) // down to the edge
    .png()
    .toBuffer()
  return sharp(Buffer.from(background))
    .composite([{ input: withBody, top: FIGURE_TOP, left: Math.round((WIDTH - width) / 2) }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Returns the portrait as a data URL, as registration expects it. */
export async function selfieDataUrl(look: Look): Promise<string> {
  return `data:image/jpeg;base64,${(await drawPortrait(look)).toString('base64')}`
}

function figureSvg(look: Look): string {
  return createAvatar(openPeeps, {
    seed: look.seed,
    clip: false,
    head: [look.head],
    face: [look.face],
    skinColor: [look.skin],
    headContrastColor: [look.hair],
    clothingColor: [look.clothes],
    facialHair: look.facialHair ? [look.facialHair] : [],
    facialHairProbability: look.facialHair ? 100 : 0,
    accessories: look.glasses ? [look.glasses] : [],
    accessoriesProbability: look.glasses ? 100 : 0,
    maskProbability: 0,
  }).toString()
}
