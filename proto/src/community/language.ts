import { z } from 'zod/mini'
import { LANGUAGES } from './languages.ts'

/** The tag of a language that the product speaks. */
export const language = z.enum(LANGUAGES, 'Invalid language')
export type Language = z.infer<typeof language>
