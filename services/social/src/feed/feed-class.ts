import { EDIT_AGE_MAX, EDIT_AGE_MIN } from '@zing/proto/limits'
import { GENDERS } from '@zing/proto/product'
import { type DiscoveryPreferences, genderOf } from '@zing/proto/profiles/discovery'

/**
 * First ages of the bands, narrow for ages with most users. A change needs a migration, since stored profiles and
 * preferences keep their classes.
 */
const AGE_BANDS = [EDIT_AGE_MIN, 22, 26, 30, 35, 40, 45, 50, 60, 70]

/** The class of a user in the index of the feed: gender as preferences name it, and band of age. */
export function classOf({ gender, age }: { gender: string; age: number }): string {
  return className(genderOf(gender), AGE_BANDS.findLast((first) => first <= age) ?? EDIT_AGE_MIN)
}

/** The classes of users who fit the preferences, perhaps with others of the same bands; null for all classes. */
export function classesOf({ genders, ageMin, ageMax }: DiscoveryPreferences): string[] | null {
  if (genders.length === 0 && ageMin === null && ageMax === null) return null
  const bands = AGE_BANDS.filter((first, at) => {
    const last = (AGE_BANDS[at + 1] ?? EDIT_AGE_MAX + 1) - 1
    return last >= (ageMin ?? EDIT_AGE_MIN) && first <= (ageMax ?? EDIT_AGE_MAX)
  })
  const named = genders.length === 0 ? GENDERS : genders
  return named.flatMap((gender) => bands.map((band) => className(gender, band)))
}

function className(gender: string, band: number): string {
  return `${gender}:${band}`
}
