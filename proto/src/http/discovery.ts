import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pathId, positiveId } from '../fields.ts'
import { DiscoveryHint, DiscoveryPreferences, OwnPreferences } from '../profiles/discovery.ts'
import * as limits from '../rate-limits.ts'

const undone = z.enum(['like', 'pass'], 'Invalid decision')

/** Returns the caller's preferences; all users until the caller has set them. No other user learns them. */
export const getDiscoveryPreferences = endpoint({
  method: 'GET',
  path: '/api/discovery-preferences',
  response: OwnPreferences,
  errorResponses: [404],
})

/**
 * Replaces the caller's preferences and returns them as stored. Stored lists have no repetitions and a fixed order.
 * They are empty if the caller named all values. Preferences hold in both directions: `discover` shows two users to
 * each other only if each fits the other's preferences. 409 with PLACE_NEEDED for a `maxDistanceKm` without a town on
 * the own card, and for `places` finer than the card.
 */
export const setDiscoveryPreferences = endpoint({
  method: 'PUT',
  path: '/api/discovery-preferences',
  limits: [limits.newPreferences],
  body: DiscoveryPreferences,
  response: OwnPreferences,
  errorResponses: [404, 409],
})

/**
 * Returns single changes of the caller's preferences that would show at least HINT_COUNT_MIN more users. The smallest
 * change comes first: ages, any `lookingFor`, the next distance. No hint proposes a gender. The counts are up to five minutes old.
 * `hasPassed` says whether a start over would bring anybody back.
 */
export const getDiscoveryHints = endpoint({
  method: 'GET',
  path: '/api/discovery-hints',
  limits: [limits.discoveryHints],
  response: z.object({ hints: z.array(DiscoveryHint), hasPassed: z.boolean() }),
  errorResponses: [404],
})

const DiscoveryAlerts = z.object({ enabled: z.boolean('Invalid choice') })

/** Returns whether the caller is told of new people who fit. */
export const getDiscoveryAlerts = endpoint({
  method: 'GET',
  path: '/api/discovery-alerts',
  response: DiscoveryAlerts,
  errorResponses: [404],
})

/** One notification a day at most, hours later, about new accounts only. It names nobody and no number. */
export const setDiscoveryAlerts = endpoint({
  method: 'PUT',
  path: '/api/discovery-alerts',
  body: DiscoveryAlerts,
  response: DiscoveryAlerts,
  errorResponses: [404],
})

/**
 * Hides a user from the caller's `discover` for thirty days. The other user learns nothing. An existing like stays.
 * Idempotent.
 */
export const passUser = endpoint({
  method: 'POST',
  path: '/api/passes',
  body: z.object({ userId: positiveId('Invalid user ID') }),
  errorResponses: [404],
})

/** Brings a passed user back. Idempotent. */
export const unpassUser = endpoint({
  method: 'DELETE',
  path: '/api/passes/{userId}',
  params: z.object({ userId: pathId('Invalid user ID') }),
  errorResponses: [404],
})

/** Starts over: brings all passed users back. Idempotent. */
export const unpassAllUsers = endpoint({ method: 'DELETE', path: '/api/passes', errorResponses: [404] })

/**
 * Undoes a pass or a like of the caller. The body names it; without a body it is the latest that can be undone. A pass
 * can be undone at any time. A like can be undone for ten seconds, unless it made a match or the other user has seen
 * it. 409 with the code `NOTHING_TO_UNDO` if there is none, or if the named like is final. Idempotent: a repeated call
 * returns the same result. Without a body, that lasts until the caller decides about another user. To undo an earlier
 * decision, name it.
 */
export const undoLast = endpoint({
  method: 'POST',
  path: '/api/undo',
  body: z.optional(z.object({ userId: positiveId('Invalid user ID'), undone })),
  response: z.object({ userId: z.int(), undone }),
  errorResponses: [404, 409],
})

/**
 * Ends a match permanently, without a block. Removes both likes and closes the chat for both. Neither user is notified
 * or sees the other in `discover` again. 204 also without a match. Idempotent.
 */
export const unmatchUser = endpoint({
  method: 'DELETE',
  path: '/api/matches/{userId}',
  params: z.object({ userId: pathId('Invalid user ID') }),
  errorResponses: [404],
})
