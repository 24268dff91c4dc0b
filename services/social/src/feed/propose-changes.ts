import { EDIT_AGE_MAX, EDIT_AGE_MIN, HINT_YEARS } from '@zing/proto/limits'
import type { DiscoveryHint, DiscoveryPreferences } from '@zing/proto/profiles/discovery'

export type Proposal = Omit<DiscoveryHint, 'count'>

/** The single steps that widen preferences, smallest first. Never a gender: whom a user desires is not up for change. */
export function proposeChanges(preferences: DiscoveryPreferences): Proposal[] {
  return [...olderAndYounger(preferences), ...whateverTheyLookFor(preferences)]
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

function whateverTheyLookFor(preferences: DiscoveryPreferences): Proposal[] {
  if (preferences.lookingFor.length === 0) return []
  return [{ change: 'looking-for', years: null, preferences: { ...preferences, lookingFor: [] } }]
}
