import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pathId, positiveId, queryCount } from '../fields.ts'
import { FEED_PAGE_MAX } from '../limits.ts'
import { Match, Notification, PublicProfile } from '../users.ts'

/** People, newest first, a page at a time. The next page stands in `Link: <…>; rel="next"`. Never me, nobody blocked. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  query: z.object({
    limit: z.optional(queryCount(FEED_PAGE_MAX, 'Invalid limit')),
    /** Opaque; from the Link header of the page before. */
    cursor: z.optional(z.string('Invalid cursor').check(z.maxLength(64, 'Invalid cursor'))),
    /** `discover` leaves matches out. */
    scope: z.optional(z.enum(['all', 'discover'], 'Invalid scope')),
  }),
  response: z.array(PublicProfile),
  headers: ['Link'],
})

/** One person, as I may see them. */
export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  params: z.object({ id: pathId('Invalid user ID') }),
  response: PublicProfile,
  errorResponses: [404],
})

/** Likes somebody. Idempotent: liking twice is one like. */
export const likeUser = endpoint({
  method: 'POST',
  path: '/api/likes',
  body: z.object({ likedId: positiveId('Invalid liked ID') }),
  response: z.object({ likeCount: z.int(), isMatch: z.boolean() }),
  errorResponses: [404],
})

/** Takes a like back. Ends a match, if there is one; taking back what was never given changes nothing. */
export const unlikeUser = endpoint({
  method: 'DELETE',
  path: '/api/likes/{userId}',
  params: z.object({ userId: pathId('Invalid user ID') }),
  response: z.object({ likeCount: z.int() }),
  errorResponses: [404],
})

/** My matches, newest first. */
export const listMatches = endpoint({ method: 'GET', path: '/api/matches', response: z.array(Match) })

/** My latest notifications, newest first. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  response: z.array(Notification),
})

/** Marks all of my notifications as read. */
export const readAllNotifications = endpoint({ method: 'POST', path: '/api/notifications/read-all' })

/** Marks one notification as read. */
export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/{id}/read',
  params: z.object({ id: pathId('Invalid notification ID') }),
  errorResponses: [404],
})

/** Deletes all of my notifications. */
export const clearNotifications = endpoint({ method: 'DELETE', path: '/api/notifications' })
