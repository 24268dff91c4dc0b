import type { PlaceKind } from '@zing/proto/places/place'
import { useCommunity } from '../../lib/state/community.ts'
import { useUser } from '../../queries/session/user-context.ts'

/** The choices by place that the user has now. */
export interface Askable {
  distance: boolean
  /** Kinds of places; none: no places. */
  places: readonly PlaceKind[]
}

const NOTHING: Askable = { distance: false, places: [] }
/** Nobody looks for others by more than their own card shows. */
const BY_CARD: Record<PlaceKind, Askable> = {
  town: { distance: true, places: ['region', 'country'] },
  region: { distance: false, places: ['region', 'country'] },
  country: { distance: false, places: ['country'] },
}

/** During a trip all of it rests, and cannot be changed. */
export function useAskable(): Askable {
  const { place, trip } = useUser()
  const { place: mode } = useCommunity()
  return mode === 'off' || trip || !place ? NOTHING : BY_CARD[place.kind]
}
