import { EDIT_AGE_MAX, EDIT_AGE_MIN, HINT_YEARS } from '@zing/proto/limits'
import { GENDERS } from '@zing/proto/product'
import type { DiscoveryHint, DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import { canonical } from './discovery-preferences.ts'

export type Proposal = Omit<DiscoveryHint, 'count'>

/** The single steps that widen preferences, smallest first; none if all users fit. */
export function proposeChanges(preferences: DiscoveryPreferences): Proposal[] {
  return [...olderAndYounger(preferences), ...oneMoreGender(preferences), ...whateverTheyLookFor(preferences)]
}

function olderAndYounger(preferences: DiscoveryPreferences): Proposal[] {
  const { ageMin, ageMax } = preferences
  const wider = {
    ageMin: ageMin === null ? null : Math.max(EDIT_AGE_MIN, ageMin - HINT_YEARS),
    ageMax: ageMax === null ? null : Math.min(EDIT_AGE_MAX, ageMax + HINT_YEARS),
  }
  if (wider.ageMin === ageMin && wider.ageMax === ageMax) return []
  return [{ change: 'age', years: HINT_YEARS, preferences: { ...preferences, ...wider } }]
}

function oneMoreGender(preferences: DiscoveryPreferences): Proposal[] {
  const { genders } = preferences
  if (genders.length === 0) return []
  return GENDERS.filter((gender) => !genders.includes(gender)).map((gender) => ({
    change: 'genders',
    years: null,
    preferences: canonical({ ...preferences, genders: [...genders, gender] }),
  }))
}

function whateverTheyLookFor(preferences: DiscoveryPreferences): Proposal[] {
  if (preferences.lookingFor.length === 0) return []
  return [{ change: 'looking-for', years: null, preferences: { ...preferences, lookingFor: [] } }]
}
