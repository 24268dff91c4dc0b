import type { PlaceKind } from '@zing/proto/places/place'
import type { OwnPreferences } from '@zing/proto/profiles/discovery'
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

/** A trip may let places rest that are finer than its own: they cannot be changed until it ends. */
export function useAskable({ places = [] }: OwnPreferences): Askable {
  const { place, trip } = useUser()
  const { place: mode } = useCommunity()
  const kind = (trip?.place ?? place)?.kind
  if (mode === 'off' || !kind) return NOTHING
  const asks = BY_CARD[kind]
  return kind === 'country' && places.some(isRegion) ? { ...asks, places: [] } : asks
}

const isRegion = (id: string) => id.includes('.')
