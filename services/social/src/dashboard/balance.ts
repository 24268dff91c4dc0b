import { GENDERS } from '@zing/proto/product'
import { type DiscoveryPreferences, type Gender, genderOf, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import type { Profile } from '../models/profile.ts'

/** First ages of the bands; the last band is open. */
const BANDS = [18, 26, 35, 45, 60] as const

export interface CountedGroup {
  gender: Gender
  ageFrom: number
  ageTo: number | null
  here: number
  seekers: number
}

/** Counts who is in the feed, and who wants to see them, by gender and age. */
export function startBalance() {
  const groups: CountedGroup[] = GENDERS.flatMap((gender) =>
    BANDS.map((ageFrom, at) => {
      const next = BANDS[at + 1]
      return { gender, ageFrom, ageTo: next === undefined ? null : next - 1, here: 0, seekers: 0 }
    }),
  )
  return {
    add({ gender, age, hidden, preferences }: Pick<Profile, 'gender' | 'age' | 'hidden' | 'preferences'>): void {
      for (const group of groups) {
        if (!hidden && group.gender === genderOf(gender) && isIn(group, age)) group.here += 1
        if (seeks(preferences ?? NO_PREFERENCES, group)) group.seekers += 1
      }
    },
    list: () => groups,
  }
}

function isIn({ ageFrom, ageTo }: CountedGroup, age: number): boolean {
  return age >= ageFrom && (ageTo === null || age <= ageTo)
}

function seeks({ genders, ageMin, ageMax }: DiscoveryPreferences, { gender, ageFrom, ageTo }: CountedGroup): boolean {
  if (genders.length > 0 && !genders.includes(gender)) return false
  return (ageMax === null || ageMax >= ageFrom) && (ageMin === null || ageTo === null || ageMin <= ageTo)
}
