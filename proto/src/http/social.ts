import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pathId, positiveId, queryCount } from '../fields.ts'
import { FEED_CURSOR_MAX, FEED_PAGE_MAX } from '../limits.ts'
import { Notification } from '../notifications.ts'
import { BlockedPerson, Match, PastMatch, PublicProfile } from '../profiles/users.ts'
import * as limits from '../rate-limits.ts'

/**
 * Lists users, newest first, without the caller and blocked users. `Link: <…>; rel="next"` names the next page. In
 * `discover` a page before the last may be shorter than `limit`, or empty.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  priority: 'discovery',
  limits: [limits.feedPages],
  query: z.object({
    limit: z.optional(queryCount(FEED_PAGE_MAX, 'Invalid limit')),
    /** Opaque; from the Link header of the previous page. */
    cursor: z.optional(z.string('Invalid cursor').check(z.maxLength(FEED_CURSOR_MAX, 'Invalid cursor'))),
    /**
     * `discover`: users who fit the caller's preferences, and whose preferences the caller fits. It omits users whom
     * the caller has liked, unmatched, or passed within thirty days. `liked`: users whom the caller likes without a
     * match, latest like first.
     */
    scope: z.optional(z.enum(['all', 'discover', 'liked'], 'Invalid scope')),
  }),
  response: z.array(PublicProfile),
  headers: ['Link'],
  errorResponses: [404],
})

/** Returns the profile of one user as the caller sees it. */
export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  params: z.object({ id: pathId('Invalid user ID') }),
  response: PublicProfile,
  errorResponses: [404],
})

/** Likes a user. Idempotent. */
export const likeUser = endpoint({
  method: 'POST',
  path: '/api/likes',
  body: z.object({ likedId: positiveId('Invalid liked ID') }),
  response: z.object({ likeCount: z.int(), isMatch: z.boolean() }),
  errorResponses: [404],
})

/** Withdraws a like, which ends the match if there is one. Idempotent. */
export const unlikeUser = endpoint({
  method: 'DELETE',
  path: '/api/likes/{userId}',
  params: z.object({ userId: pathId('Invalid user ID') }),
  response: z.object({ likeCount: z.int() }),
  errorResponses: [404],
})

/** Lists the caller's matches, newest first. */
export const listMatches = endpoint({ method: 'GET', path: '/api/matches', response: z.array(Match) })

/** Lists the caller's matches that ended within PAST_MATCH_MS, latest first. At most PAST_MATCHES_MAX. */
export const listPastMatches = endpoint({
  method: 'GET',
  path: '/api/past-matches',
  response: z.array(PastMatch),
})

/** Lists the users whom the caller blocks, latest block first. At most BLOCKED_PEOPLE_MAX. May be seconds out of date. */
export const listBlockedPeople = endpoint({
  method: 'GET',
  path: '/api/blocked-people',
  response: z.array(BlockedPerson),
})

/** Lists the caller's latest NOTIFICATIONS_MAX notifications, newest first. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  query: z.object({
    /**
     * The types that the client can show, separated by commas. The server ignores unknown ones. Absent:
     * LIKE,MATCH,MESSAGE,BLOCK.
     */
    types: z.optional(z.string('Invalid types').check(z.maxLength(200, 'Invalid types'))),
  }),
  response: z.array(Notification),
})

/** Marks all of the caller's notifications as read. */
export const readAllNotifications = endpoint({ method: 'POST', path: '/api/notifications/read-all' })

/** Marks one notification as read. */
export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/{id}/read',
  params: z.object({ id: pathId('Invalid notification ID') }),
  errorResponses: [404],
})

/** Deletes all of the caller's notifications. */
export const clearNotifications = endpoint({ method: 'DELETE', path: '/api/notifications' })
