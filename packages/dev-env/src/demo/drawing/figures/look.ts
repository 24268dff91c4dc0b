/** The look of a person in every picture: the set of drawings, the hair and the colours. */
export type Look = LoreleiLook | MicahLook | ToonLook

interface Colours {
  skin: keyof typeof SKINS
  hairColour: keyof typeof HAIRS
}

/** Lorelei by Lisa Wischofsky, CC0. */
export interface LoreleiLook extends Colours {
  style: 'lorelei'
  /** Numbers of the set's variants. */
  hair: number
  eyes?: number
  glasses?: 1 | 3 | 4 | 5
  beard?: 1 | 2
  hasFreckles?: boolean
  hasFlowers?: boolean
  earrings?: 1 | 2 | 3
}

/** Avatar Illustration System by Micah Lanier, CC BY 4.0. */
export interface MicahLook extends Colours {
  style: 'micah'
  hair: 'fonze' | 'dougFunny' | 'mrClean' | 'dannyPhantom' | 'full' | 'turban' | 'pixie' | 'mrT'
  glasses?: 'round' | 'square'
  beard?: 'beard' | 'scruff'
  earrings?: 'hoop' | 'stud'
}

/** ToonHead by Johan Melin, CC BY 4.0. */
export interface ToonLook extends Colours {
  style: 'toon'
  hair: 'sideComed' | 'undercut' | 'spiky' | 'bun'
  /** Behind the shoulders. */
  back?: 'longStraight' | 'longWavy' | 'shoulderHigh' | 'neckHigh'
  beard?: 'moustacheTwirl' | 'fullBeard' | 'chin' | 'chinMoustache' | 'longBeard'
}

export const SKINS = {
  porcelain: '#f8dcc8',
  fair: '#f3c9a6',
  beige: '#e6b188',
  olive: '#d39f74',
  tan: '#c08552',
  brown: '#a0683f',
  dark: '#7d4a2d',
  deep: '#5b3523',
} as const

export const HAIRS = {
  black: '#211c22',
  espresso: '#3b2621',
  brown: '#5f3b28',
  chestnut: '#7f4a2c',
  auburn: '#9c4a2a',
  copper: '#c4622d',
  honey: '#b8863f',
  blond: '#d9b060',
  sand: '#c9a57a',
  grey: '#8f8a8c',
  silver: '#c3c0c2',
  white: '#e9e5e0',
  rose: '#d97a94',
  teal: '#2f7f86',
  plum: '#6d3f6f',
} as const

export const MOODS = ['smile', 'laugh', 'calm'] as const
export type Mood = (typeof MOODS)[number]

/** Changes from picture to picture. */
export interface Appearance {
  mood: Mood
  hasSunglasses: boolean
}
