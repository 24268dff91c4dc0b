import { z } from 'zod/mini'
import { EDIT_AGE_MAX, EDIT_AGE_MIN } from '../limits.ts'
import { GENDERS } from '../product.ts'
import { LOOKING_FOR, LookingFor } from './looking-for.ts'

export type Gender = (typeof GENDERS)[number]

/** Returns the gender as preferences name it: the text of a profile in any case, and `other` for a text of the user's own. */
export function genderOf(text: string): Gender {
  const known = text.trim().toLowerCase()
  return GENDERS.find((gender) => gender === known) ?? 'other'
}

const preferredAge = z.nullable(
  z
    .int('Age must be a whole number')
    .check(
      z.minimum(EDIT_AGE_MIN, `You must choose an age of at least ${EDIT_AGE_MIN}`),
      z.maximum(EDIT_AGE_MAX, `Age cannot exceed ${EDIT_AGE_MAX}`),
    ),
)

/**
 * Whom a user wants to see. An empty list and null mean all users. `genders` compares with `genderOf` the profile; users who
 * have not said what they are looking for fit any `lookingFor`.
 */
export const DiscoveryPreferences = z
  .object({
    genders: z
      .array(z.enum(GENDERS, 'Invalid gender'), 'Invalid genders')
      .check(z.maxLength(GENDERS.length, 'Invalid genders')),
    /** Inclusive. */
    ageMin: preferredAge,
    /** Inclusive. */
    ageMax: preferredAge,
    lookingFor: z.array(LookingFor, 'Invalid choice').check(z.maxLength(LOOKING_FOR.length, 'Invalid choice')),
  })
  .check(
    z.refine(
      ({ ageMin, ageMax }) => ageMin === null || ageMax === null || ageMin <= ageMax,
      'The lowest age cannot be above the highest',
    ),
  )
export type DiscoveryPreferences = z.infer<typeof DiscoveryPreferences>

export const NO_PREFERENCES: DiscoveryPreferences = { genders: [], ageMin: null, ageMax: null, lookingFor: [] }

/** A change of the preferences that would show more users. */
export const DiscoveryHint = z.object({
  change: z.enum(['age', 'genders', 'looking-for']),
  /** By how many years the ages become wider at both ends; null for other changes. */
  years: z.nullable(z.int()),
  /** How many more users there are: from HINT_COUNT_MIN to HINT_COUNT_MAX, where the last means that many or more. */
  count: z.int(),
  /** What to send to PUT /api/discovery-preferences. */
  preferences: DiscoveryPreferences,
})
export type DiscoveryHint = z.infer<typeof DiscoveryHint>
