import type { GENDERS, ORIENTATIONS } from '@zing/proto/product'
import type { LookingFor } from '@zing/proto/profiles/looking-for'
import type { Look } from '../drawing/figures/look.ts'
import type { Picture } from '../drawing/picture.ts'

/** A person of the demo, as written down in the files beside this one. */
export interface Person {
  name: string
  age: number
  gender: (typeof GENDERS)[number]
  orientation: (typeof ORIENTATIONS)[number]
  look: Look
  /** The first one is the selfie. */
  pictures: Picture[]
  bio?: string
  /** Answers by id of a prompt. */
  prompts?: Record<string, string>
  interests?: string[]
  lookingFor?: LookingFor
}
