import { EDIT_AGE_MAX, EDIT_AGE_MIN } from '@zing/proto/limits'
import { GENDERS } from '@zing/proto/product'
import { type DiscoveryPreferences, genderOf } from '@zing/proto/profiles/discovery'

/**
 * First ages of the bands, narrow for ages with most users. A change needs a migration, since stored profiles and
 * preferences keep their classes.
 */
const AGE_BANDS = [EDIT_AGE_MIN, 22, 26, 30, 35, 40, 45, 50, 60, 70]

/** All values of `feedClass`. */
export const ALL_CLASSES = classesIn(GENDERS, AGE_BANDS)

/** The class of a user in the index of the feed: gender as preferences name it, and band of age. */
export function classOf({ gender, age }: { gender: string; age: number }): string {
  return className(genderOf(gender), AGE_BANDS.findLast((first) => first <= age) ?? EDIT_AGE_MIN)
}

/**
 * The values of `openTo` that a user needs to be in a feed: the own class, or as verified. Users without `openTo` are open to
 * all.
 */
export function openKeysOf(user: { gender: string; age: number }, { isVerified }: { isVerified: boolean }) {
  const own = classOf(user)
  return [null, own, ...(isVerified ? [asVerified(own)] : [])]
}

/** The users to whom the preferences open the feed, as `openKeysOf` names them; null for all. */
export function openTo(preferences: DiscoveryPreferences): string[] | null {
  const classes = classesOf(preferences)
  return preferences.verifiedOnly ? (classes ?? ALL_CLASSES).map(asVerified) : classes
}

/** The classes of users who fit the preferences, perhaps with others of the same bands; null for all classes. */
export function classesOf({ genders, ageMin, ageMax }: DiscoveryPreferences): string[] | null {
  if (genders.length === 0 && ageMin === null && ageMax === null) return null
  const bands = AGE_BANDS.filter((first, at) => {
    const last = (AGE_BANDS[at + 1] ?? EDIT_AGE_MAX + 1) - 1
    return last >= (ageMin ?? EDIT_AGE_MIN) && first <= (ageMax ?? EDIT_AGE_MAX)
  })
  return classesIn(genders.length === 0 ? GENDERS : genders, bands)
}

function classesIn(genders: readonly string[], bands: readonly number[]): string[] {
  return genders.flatMap((gender) => bands.map((band) => className(gender, band)))
}

function asVerified(ofClass: string): string {
  return `${ofClass}+`
}

function className(gender: string, band: number): string {
  return `${gender}:${band}`
}
