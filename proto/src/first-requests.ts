import { clientRoutes } from './client-routes.ts'
import { urlOf } from './endpoint.ts'
import { getUser } from './http/auth.ts'
import { listMatches, listUsers } from './http/social.ts'
import { FEED_PAGE_ON_SCREEN } from './limits.ts'

const FEED = urlOf(listUsers, { query: { scope: 'discover', limit: FEED_PAGE_ON_SCREEN } })

/**
 * The URLs that the web client's script requests first, for a signed-in user on the screen at this path. Browsers reuse
 * a preloaded response only for exactly the same URL.
 */
export function firstRequests(path: string): string[] {
  const user = urlOf(getUser)
  return path === clientRoutes.feed ? [user, FEED, urlOf(listMatches)] : [user]
}
