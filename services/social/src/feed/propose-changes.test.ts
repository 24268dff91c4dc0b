import { EDIT_AGE_MAX, EDIT_AGE_MIN } from '@zing/proto/limits'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test } from 'vitest'
import { proposeChanges } from './propose-changes.ts'

const narrow: DiscoveryPreferences = { genders: ['female', 'other'], ageMin: 30, ageMax: 35, lookingFor: ['friends'] }

test('when all users fit the preferences, it proposes nothing', () => {
  expect(proposeChanges(NO_PREFERENCES)).toEqual([])
})

test('each proposal changes one thing by one step, the smallest first, and never the genders', () => {
  expect(proposeChanges(narrow)).toEqual([
    { change: 'age', years: 2, preferences: { ...narrow, ageMin: 28, ageMax: 37 } },
    { change: 'looking-for', years: null, preferences: { ...narrow, lookingFor: [] } },
  ])
})

test('ages widen at the ends that are set, and never beyond the limits of the product', () => {
  const changed = (ages: Partial<DiscoveryPreferences>) =>
    proposeChanges({ ...NO_PREFERENCES, ...ages }).map(({ preferences: { ageMin, ageMax } }) => [ageMin, ageMax])
  expect(changed({ ageMin: 30 })).toEqual([[28, null]])
  expect(changed({ ageMax: 40 })).toEqual([[null, 42]])
  expect(changed({ ageMin: 19, ageMax: 119 })).toEqual([[EDIT_AGE_MIN, EDIT_AGE_MAX]])
  expect(changed({ ageMin: EDIT_AGE_MIN, ageMax: EDIT_AGE_MAX })).toEqual([])
})
