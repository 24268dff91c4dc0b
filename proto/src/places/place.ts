import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { PLACE_NAME_MAX } from '../limits.ts'

/** From fine to coarse. A town lies in its region and country, a region in its country. */
export const PLACE_KINDS = ['town', 'region', 'country'] as const
export const PlaceKind = z.enum(PLACE_KINDS)
export type PlaceKind = z.infer<typeof PlaceKind>

/** The GeoNames number of a town, `DE.02` for a region, `DE` for a country. */
export const PlaceId = z
  .string('Invalid place')
  .check(z.regex(/^(?:[1-9]\d{0,11}|[A-Z]{2}(?:\.[0-9A-Z]{1,8})?)$/, 'Invalid place'))

/** The spelling by which a member has found a place. */
export const placeName = z.string('Invalid place').check(z.maxLength(PLACE_NAME_MAX, 'Invalid place'))

/** Bands of the distance between the centres of two towns, from `0`, the same town, to `far`. Other numbers are km. */
export const DISTANCE_BANDS = ['0', '25', '50', '100', '250', 'far'] as const
export const DistanceBand = z.enum(DISTANCE_BANDS)
export type DistanceBand = z.infer<typeof DistanceBand>

/** The distances that a member may choose as the largest. */
export const MAX_DISTANCES_KM = [25, 50, 100, 250] as const
export type MaxDistanceKm = (typeof MAX_DISTANCES_KM)[number]

/** Whether members have places: nobody, who wants one, or everybody, with at least a country. */
export const PLACE_MODES = ['off', 'offered', 'required'] as const
export const PlaceMode = z.enum(PLACE_MODES, 'Invalid value')
export type PlaceMode = z.infer<typeof PlaceMode>

/** A place with the name that its member chose. */
export const NamedPlace = z.object({ id: z.string(), name: z.string(), kind: PlaceKind })
export type NamedPlace = z.infer<typeof NamedPlace>

/** A result of a search, named in the language of the reader or in the spelling of the search. */
export const FoundPlace = z.extend(NamedPlace, {
  /** Name of the region of a town, if it has one. */
  region: z.exactOptional(z.string()),
  /** Name of the country of a town or a region. */
  country: z.exactOptional(z.string()),
})
export type FoundPlace = z.infer<typeof FoundPlace>

/** A visit that replaces the place on the card until it ends. Only its member learns the end. */
export const Trip = z.object({ place: NamedPlace, until: isoTime })
export type Trip = z.infer<typeof Trip>

/** The place on a member's card: the only place that leaves auth. */
export const CardPlace = z.extend(NamedPlace, {
  /** The place of a trip. The home is nowhere meanwhile. */
  isVisiting: z.boolean(),
})
export type CardPlace = z.infer<typeof CardPlace>

/** The place fields of a profile. They are a function of the cards of its user and of the caller, and of nothing else. */
export const placeFields = {
  /** Absent without a place. */
  place: z.exactOptional(z.string()),
  placeKind: z.exactOptional(PlaceKind),
  visiting: z.exactOptional(z.literal(true)),
  /** Present if both cards show a town. */
  distance: z.exactOptional(DistanceBand),
}
