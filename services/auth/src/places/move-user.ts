import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { updateUser } from '@zing/proto/http/auth'
import { TRIP_MAX_MS } from '@zing/proto/limits'
import type { NamedPlace } from '@zing/proto/places/place'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import type { StoredTrip } from '../models/user-parts.ts'
import { runningTrip } from './card-place.ts'
import { withMove } from './moves.ts'
import { namedPlace } from './named-place.ts'

type Move = Pick<BodyOf<typeof updateUser>, 'placeId' | 'placeName' | 'trip'>

/** 404 in a community without places. */
export function requirePlaces({ settings }: Ctx): void {
  if (settings.current().settings.place === 'off') throw errors.featureOff()
}

/**
 * The account with another home or trip. The count of moves is in the same write, so that parallel requests cannot pass
 * the limit. To show less is always allowed.
 */
export function moveUser(user: UserDocument, { placeId, placeName, trip }: Move, language: string): UserDocument {
  const now = new Date()
  const spoken = user.language ?? language
  let moved = user
  if (placeId !== undefined)
    moved = withHome(moved, placeId === null ? null : namedPlace(placeId, placeName, spoken), now)
  if (trip === null) return withoutTrip(moved)
  if (trip === undefined) return moved
  const until = new Date(trip.until)
  return withTrip(moved, { ...namedPlace(trip.placeId, trip.placeName, spoken), until }, now)
}

function withHome(user: UserDocument, place: NamedPlace | null, now: Date): UserDocument {
  if (!place) return user.place ? { ...user, place } : user
  const isFree = user.place === undefined || user.place?.id === place.id // the first choice, or another spelling
  return { ...user, place, ...(!isFree && moveOf(user, now)) }
}

function withTrip(user: UserDocument, trip: StoredTrip, now: Date): UserDocument {
  if (trip.until <= now) throw errors.invalidRequest({ message: 'Please choose a day in the future' })
  if (trip.until.getTime() > now.getTime() + TRIP_MAX_MS) throw errors.tripTooLong()
  const running = runningTrip(user, now)
  const isFree = running?.id === trip.id && trip.until <= running.until // it only ends earlier
  return { ...user, trip, ...(!isFree && moveOf(user, now)) }
}

export function withoutTrip(user: UserDocument): UserDocument {
  return user.trip ? { ...user, trip: null } : user
}

function moveOf({ moves }: UserDocument, now: Date): Pick<UserDocument, 'moves'> {
  return { moves: withMove(moves ?? [], now.getTime()) }
}
