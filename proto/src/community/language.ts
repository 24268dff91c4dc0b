import { z } from 'zod/mini'
import { LANGUAGES } from './languages.ts'

/** The tag of a language that the product speaks. Not an enum: the API reference need not change with a language. */
export const language = z
  .string('Invalid language')
  .check(z.refine((tag) => LANGUAGES.some((known) => known === tag), 'Invalid language'))
