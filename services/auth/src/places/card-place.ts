import type { CardPlace } from '@zing/proto/places/place'
import type { UserDocument } from '../models/user.ts'
import type { StoredTrip } from '../models/user-parts.ts'

/** The place on the card: the trip's while it runs, else the home. No other place leaves auth. */
export function cardPlaceOf(user: Pick<UserDocument, 'place' | 'trip'>, now: Date): CardPlace | null {
  const trip = runningTrip(user, now)
  const shown = trip ?? user.place
  return shown ? { id: shown.id, name: shown.name, kind: shown.kind, isVisiting: trip !== null } : null
}

/** The trip, also before the sweep ends it: null from its end on. */
export function runningTrip({ trip }: Pick<UserDocument, 'trip'>, now: Date): StoredTrip | null {
  return trip && trip.until > now ? trip : null
}
