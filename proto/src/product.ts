/** The product's name; a like is "a Zing". */
export const PRODUCT_NAME = 'Zing'
/** The accent of the stylesheet, which needs no palette. */
export const DEFAULT_ACCENT = '#d9214e'

export const GENDERS = ['male', 'female', 'non-binary', 'other'] as const
export const ORIENTATIONS = ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'other'] as const
