import type { QueryClient } from '@tanstack/react-query'
import { ANONYMOUS_ATTRIBUTE, clientRoutes } from '@zing/proto/client-routes'
import { preloadPhoto } from '../lib/photos/photo-sources.ts'
import { hasAnsweredShowMe, preferencesQuery } from '../queries/discovery.ts'
import { feedQuery, matchesQuery } from '../queries/profiles.ts'
import { userQuery } from '../queries/session/user.ts'
import { userKey } from '../queries/session/user-key.ts'
import { preloadScreen } from './screens.ts'

const WAIT_MS = 1_000

/**
 * Loads the script and the data of the first screen in parallel. This spares the user a spinner, which React would keep for
 * 300 ms. Without a response to go by, the screens begin with what this device keeps. The screen itself shows errors.
 */
export async function prepareFirstScreen(client: QueryClient, path: string): Promise<void> {
  const isAnonymous = document.documentElement.hasAttribute(ANONYMOUS_ATTRIBUTE)
  const loading: Promise<unknown>[] = [preloadScreen(path, isAnonymous), client.prefetchQuery(userQuery)]
  if (path === clientRoutes.feed && !isAnonymous) {
    loading.push(prefetchFeed(client), client.prefetchQuery(matchesQuery))
    if (!hasAnsweredShowMe()) loading.push(client.prefetchQuery(preferencesQuery))
  }
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS))
  await Promise.race([Promise.all(loading), timeout])
  if (client.getQueryData(userKey) === undefined) await Promise.race([showKept(client), timeout])
}

async function showKept(client: QueryClient): Promise<void> {
  const { showKeptChats } = await import('../queries/chat/kept-chats.ts')
  await showKeptChats(client)
}

/** Requests the photo of the first card, the largest element on the screen, before the card renders. */
async function prefetchFeed(client: QueryClient): Promise<void> {
  await client.prefetchInfiniteQuery(feedQuery)
  const first = client.getQueryData(feedQuery.queryKey)?.pages[0]?.items[0]
  if (first?.selfie) preloadPhoto(first.selfie)
}
