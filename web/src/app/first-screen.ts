import type { QueryClient } from '@tanstack/react-query'
import { clientRoutes, VISITOR_MARK } from '@zing/proto/client-routes'
import { feedQuery, matchesQuery } from '../queries/profiles.ts'
import { userQuery } from '../queries/user.ts'

/** As long as somebody looks at the logo; then the screen says itself that it is loading. */
const PATIENCE_MS = 1_000

/**
 * Loads the script of the first screen and asks for what it shows, all at once, so that it is drawn once and not as a
 * spinner first, which React would keep for 300 ms. Whatever fails here is said by the screen.
 */
export async function prepareFirstScreen(client: QueryClient, path: string): Promise<void> {
  const isVisitor = document.documentElement.hasAttribute(VISITOR_MARK)
  const needed: Promise<unknown>[] = [loadScript(path, isVisitor).catch(() => {}), client.prefetchQuery(userQuery)]
  if (path === clientRoutes.feed && !isVisitor) {
    needed.push(client.prefetchInfiniteQuery(feedQuery), client.prefetchQuery(matchesQuery))
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([Promise.all(needed), late])
}

async function loadScript(path: string, isVisitor: boolean): Promise<void> {
  if (path === clientRoutes.auth) await import('../features/auth/auth-screen.tsx')
  else if (path !== clientRoutes.landing && !isVisitor) await import('./signed-in.tsx')
}
