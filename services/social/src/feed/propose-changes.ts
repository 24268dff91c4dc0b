import { EDIT_AGE_MAX, EDIT_AGE_MIN, HINT_YEARS } from '@zing/proto/limits'
import { MAX_DISTANCES_KM } from '@zing/proto/places/place'
import type { DiscoveryHint, DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import type { PlaceWish } from '../places/place-wish.ts'

export type Proposal = Omit<DiscoveryHint, 'count'>

/** The single steps that widen preferences, smallest first. Never a gender: whom a user desires is not up for change. */
export function proposeChanges(preferences: DiscoveryPreferences, wish: PlaceWish | null = null): Proposal[] {
  return [...olderAndYounger(preferences), ...whateverTheyLookFor(preferences), ...fartherAway(preferences, wish)]
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

function fartherAway(preferences: DiscoveryPreferences, wish: PlaceWish | null): Proposal[] {
  const km = wish?.maxDistanceKm ?? null
  const maxDistanceKm = MAX_DISTANCES_KM.find((next) => km !== null && next > km)
  return maxDistanceKm ? [{ change: 'distance', years: null, preferences: { ...preferences, maxDistanceKm } }] : []
}
