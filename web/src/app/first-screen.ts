import type { QueryClient } from '@tanstack/react-query'
import { ANONYMOUS_ATTRIBUTE, clientRoutes } from '@zing/proto/client-routes'
import { feedQuery, matchesQuery } from '../queries/profiles.ts'
import { userQuery } from '../queries/user.ts'

/** As long as somebody looks at the logo; then the screen says itself that it is loading. */
const WAIT_MS = 1_000

/**
 * Loads the script of the first screen and asks for what it shows, all at once, so that it is drawn once and not as a
 * spinner first, which React would keep for 300 ms. Whatever fails here is said by the screen.
 */
export async function prepareFirstScreen(client: QueryClient, path: string): Promise<void> {
  const isAnonymous = document.documentElement.hasAttribute(ANONYMOUS_ATTRIBUTE)
  const needed: Promise<unknown>[] = [loadScript(path, isAnonymous).catch(() => {}), client.prefetchQuery(userQuery)]
  if (path === clientRoutes.feed && !isAnonymous) {
    needed.push(client.prefetchInfiniteQuery(feedQuery), client.prefetchQuery(matchesQuery))
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS))
  await Promise.race([Promise.all(needed), late])
}

async function loadScript(path: string, isAnonymous: boolean): Promise<void> {
  if (path === clientRoutes.auth) await import('../features/auth/auth-screen.tsx')
  else if (path !== clientRoutes.landing && !isAnonymous) await import('./signed-in.tsx')
}
