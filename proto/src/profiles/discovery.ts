import { z } from 'zod/mini'
import { EDIT_AGE_MAX, EDIT_AGE_MIN, PREFERRED_PLACES_MAX } from '../limits.ts'
import { MAX_DISTANCES_KM, PlaceId } from '../places/place.ts'
import { GENDERS } from '../product.ts'
import { LOOKING_FOR, LookingFor } from './looking-for.ts'

export type Gender = (typeof GENDERS)[number]

/** Returns the gender as preferences name it: a known text in any letter case, and `other` for all others. */
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
 * The users whom a user wants to see. Empty lists and null mean all users. `genders` is compared with `genderOf` the
 * profile. Users who have not chosen a `lookingFor` fit any.
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
    /** From the own town, between town centres. A user fits who is this near or in one of `places`. Absent: as before. */
    maxDistanceKm: z.exactOptional(z.nullable(z.literal(MAX_DISTANCES_KM, 'Invalid distance'))),
    /** Only verified members, and seen by them only. Absent: as before. */
    verifiedOnly: z.exactOptional(z.boolean('Invalid choice')),
    /** Regions and countries, no finer than the own card. Absent: as before. */
    places: z.exactOptional(
      z.array(PlaceId, 'Invalid places').check(z.maxLength(PREFERRED_PLACES_MAX, 'Invalid places')),
    ),
  })
  .check(
    z.refine(
      ({ ageMin, ageMax }) => ageMin === null || ageMax === null || ageMin <= ageMax,
      "The lowest age can't be above the highest",
    ),
  )
export type DiscoveryPreferences = z.infer<typeof DiscoveryPreferences>

/** Preferences as their owner reads them. */
export const OwnPreferences = z.safeExtend(DiscoveryPreferences, {
  /** False until the user has set them. Absent: true. */
  isSet: z.exactOptional(z.boolean()),
  /** Preferences that a coarser card has ended since the user set them. Absent: none. */
  dropped: z.exactOptional(z.array(z.enum(['maxDistanceKm', 'places']))),
  /** `maxDistanceKm` or `places` do not count during the trip. Absent: false. */
  isResting: z.exactOptional(z.boolean()),
})
export type OwnPreferences = z.infer<typeof OwnPreferences>

export const NO_PREFERENCES = {
  genders: [],
  ageMin: null,
  ageMax: null,
  lookingFor: [],
  maxDistanceKm: null,
  places: [],
} satisfies DiscoveryPreferences

/** A change of the preferences that would show more users. */
export const DiscoveryHint = z.object({
  /** `genders` is no longer proposed. */
  change: z.enum(['age', 'genders', 'looking-for', 'distance']),
  /** The years by which the ages widen at both ends; null for other changes. */
  years: z.nullable(z.int()),
  /** The number of additional users, from HINT_COUNT_MIN to HINT_COUNT_MAX. The maximum means that many or more. */
  count: z.int(),
  /** The body for PUT /api/discovery-preferences. */
  preferences: DiscoveryPreferences,
})
export type DiscoveryHint = z.infer<typeof DiscoveryHint>
