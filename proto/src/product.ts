/** The product's name; a like is "a Zing". */
export const PRODUCT_NAME = 'Zing'

export const GENDERS = ['male', 'female', 'non-binary', 'other'] as const
export const ORIENTATIONS = ['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'other'] as const
