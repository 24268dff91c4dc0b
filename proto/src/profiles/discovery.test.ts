import { expect, test } from 'vitest'
import { setDiscoveryPreferences, undoLast } from '../http/discovery.ts'
import { DiscoveryPreferences, genderOf, NO_PREFERENCES } from './discovery.ts'

test.each([
  ['male', 'male'],
  ['Female', 'female'],
  [' NON-BINARY ', 'non-binary'],
  ['other', 'other'],
  ['agender', 'other'],
  ['woman', 'other'],
  ['', 'other'],
])('preferences find the gender %j as %s', (text, expected) => {
  expect(genderOf(text)).toBe(expected)
})

test('preferences for all users, and for some, are accepted as they are', () => {
  const some = { genders: ['female', 'other'], ageMin: 30, ageMax: 30, lookingFor: ['dates'] }
  expect(DiscoveryPreferences.parse(NO_PREFERENCES)).toEqual(NO_PREFERENCES)
  expect(DiscoveryPreferences.parse({ ...some, userId: 7 })).toEqual(some)
})

test.each([
  ['a gender of the user’s own', { genders: ['agender'] }, 'Invalid gender'],
  ['a gender in other letters', { genders: ['Female'] }, 'Invalid gender'],
  ['too many genders', { genders: Array(5).fill('male') }, 'Invalid genders'],
  ['no list of genders', { genders: 'male' }, 'Invalid genders'],
  ['an age below 18', { ageMin: 17 }, 'You must choose an age of at least 18'],
  ['an age above 120', { ageMax: 121 }, 'Age cannot exceed 120'],
  ['half a year', { ageMin: 20.5 }, 'Age must be a whole number'],
  ['ages the wrong way round', { ageMin: 40, ageMax: 39 }, "The lowest age can't be above the highest"],
  ['something else to look for', { lookingFor: ['money'] }, 'Please choose what you are looking for'],
  ['a missing field', { ageMin: undefined }, 'Age must be a whole number'],
])('preferences with %s are rejected with their text', (_what, change, message) => {
  const result = setDiscoveryPreferences.body?.safeParse({ ...NO_PREFERENCES, ...change })
  expect(result?.error?.issues[0]?.message).toBe(message)
})

test('undo needs no body', () => {
  expect(undoLast.body?.safeParse(undefined).success).toBe(true)
})
