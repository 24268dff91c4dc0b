import { EDIT_AGE_MAX, EDIT_AGE_MIN } from '@zing/proto/limits'
import { GENDERS } from '@zing/proto/product'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test } from 'vitest'
import { ALL_CLASSES, classesOf, classOf, openKeysOf, openTo } from './feed-class.ts'

test.each([
  ['female', 18, 'female:18'],
  ['Female ', 21, 'female:18'],
  ['NON-BINARY', 34, 'non-binary:30'],
  ['genderfluid', 120, 'other:70'],
])('a user of gender %j and age %i is in the class %s', (gender, age, expected) => {
  expect(classOf({ gender, age })).toBe(expected)
})

test('preferences for all users name no class', () => {
  expect(classesOf(NO_PREFERENCES)).toBeNull()
  expect(classesOf({ ...NO_PREFERENCES, lookingFor: ['dates'] })).toBeNull()
})

test('preferences name the classes of their genders and the bands that overlap their ages', () => {
  expect(classesOf({ ...NO_PREFERENCES, genders: ['male'], ageMin: 25, ageMax: 30 })).toEqual([
    'male:22',
    'male:26',
    'male:30',
  ])
  expect(classesOf({ ...NO_PREFERENCES, ageMin: 70 })).toEqual(GENDERS.map((gender) => `${gender}:70`))
})

test('every user who fits is in one of the classes, whatever the ages', () => {
  for (let ageMin = EDIT_AGE_MIN; ageMin <= EDIT_AGE_MAX; ageMin += 7) {
    for (let age = ageMin; age <= EDIT_AGE_MAX; age++) {
      const classes = classesOf({ ...NO_PREFERENCES, genders: ['other'], ageMin, ageMax: age })
      expect(classes).toContain(classOf({ gender: 'other', age }))
    }
  }
})

test('the classes of any preferences fit into one merged scan of the index', () => {
  const MERGED_MAX = 200 // MongoDB merges at most this many ranges in one order
  expect((classesOf({ ...NO_PREFERENCES, ageMin: EDIT_AGE_MIN, ageMax: EDIT_AGE_MAX })?.length ?? 0) * 3).toBeLessThan(
    MERGED_MAX,
  )
})

test('preferences for verified users open the feed to these alone', () => {
  const ada = { gender: 'female', age: 30 }
  const isOpen = (classes: string[] | null, isVerified: boolean) =>
    openKeysOf(ada, { isVerified }).some((key) => (key === null ? classes === null : classes?.includes(key)))
  for (const wanted of [NO_PREFERENCES, { ...NO_PREFERENCES, ageMin: 30 }]) {
    expect([true, false].map((isVerified) => isOpen(openTo(wanted), isVerified))).toEqual([true, true])
    const verifiedOnly = openTo({ ...wanted, verifiedOnly: true })
    expect([true, false].map((isVerified) => isOpen(verifiedOnly, isVerified))).toEqual([true, false])
  }
  expect(openTo({ ...NO_PREFERENCES, verifiedOnly: true, ageMin: 50 })).not.toContain('female:30+')
  expect(openTo({ ...NO_PREFERENCES, verifiedOnly: true })).toHaveLength(ALL_CLASSES.length)
})
