/** The product's name; a like is "a Zing". */
export const PRODUCT_NAME = 'Zing'
/** The accent of the stylesheet, which needs no palette. */
export const DEFAULT_ACCENT = '#d9214e'

export const GENDERS = ['male', 'female', 'non-binary', 'other'] as const
/** Further genders that a client offers; the feed counts them as other. */
export const MORE_GENDERS = [
  'agender',
  'bigender',
  'genderfluid',
  'genderqueer',
  'intersex',
  'pangender',
  'questioning',
  'two-spirit',
] as const
export const ORIENTATIONS = ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'other'] as const
