import { z } from 'zod/mini'
import { languageTag } from '../community/door.ts'
import { endpoint } from '../endpoint.ts'
import { PLACE_QUERY_MAX } from '../limits.ts'
import { FoundPlace } from '../places/place.ts'
import * as limits from '../rate-limits.ts'

/**
 * Finds towns, regions and countries by a name in any language: exact names first, then beginnings, then population.
 * 404 with FEATURE_OFF in a community without places.
 */
export const findPlaces = endpoint({
  method: 'GET',
  path: '/api/places',
  access: 'public',
  priority: 'discovery',
  limits: [limits.placeSearches],
  query: z.object({
    q: z.optional(z.string('Invalid search').check(z.trim(), z.maxLength(PLACE_QUERY_MAX, 'Invalid search'))),
    /** The reader's. Absent: English. */
    language: z.optional(languageTag),
    /** Ids joined with commas, in place of a search: returns these places, without unknown ones. */
    ids: z.optional(z.string('Invalid places').check(z.maxLength(PLACE_QUERY_MAX, 'Invalid places'))),
  }),
  response: z.array(FoundPlace),
  errorResponses: [404],
})
