import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { getProfile, listMatches, listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_ON_SCREEN } from '@zing/proto/limits'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { call, callPage } from '../lib/http/call.ts'
import { withoutBlocked } from './chat/blocks.ts'
import { untilIdle } from './session/query-client.ts'

interface FeedPage {
  items: PublicProfile[]
  next: string | null
}

export type FeedPages = InfiniteData<FeedPage, string>

/** Begins the keys of all queries for profiles. */
export const profilesKey = ['users'] as const

function listQuery<Scope extends 'discover' | 'liked'>(scope: Scope) {
  return infiniteQueryOptions({
    queryKey: [...profilesKey, scope],
    queryFn: async ({ client, pageParam }): Promise<FeedPage> => {
      const page = await callPage(client, listUsers, {
        query: { scope, limit: FEED_PAGE_ON_SCREEN, cursor: pageParam },
      })
      return { ...page, items: withoutBlocked(client, page.items, idOf) }
    },
    initialPageParam: '', // the newest profiles
    getNextPageParam: (page) => page.next,
    gcTime: Number.POSITIVE_INFINITY, // the pages are there when the user comes back to their place in the feed
    select: profilesOf,
  })
}

/** Lists each profile once. An undo may have put a profile first that is also on the page where it belongs. */
function profilesOf({ pages }: FeedPages): PublicProfile[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((profile) => [profile.id, profile])).values()]
}

const idOf = ({ id }: { id: number }) => id

export const feedQuery = listQuery('discover')

/** Users whom the signed-in user likes, without a match; fetched again at each visit, since likes change it. */
export const likedQuery = { ...listQuery('liked'), refetchOnMount: 'always' } as const

export const matchesQuery = queryOptions({
  queryKey: [...profilesKey, 'matches'],
  queryFn: async ({ client }) => withoutBlocked(client, await call(client, listMatches), idOf),
})

export function profileQuery(id: number) {
  return queryOptions({
    queryKey: [...profilesKey, 'one', id],
    queryFn: ({ client }) => call(client, getProfile, { params: { id } }),
  })
}

/** The profile of one user; shows at once whatever a list already has of the user. */
export function useProfile(id: number, { enabled = true } = {}) {
  const client = useQueryClient()
  return useQuery({ ...profileQuery(id), enabled, placeholderData: () => listedProfile(client, id) })
}

function listedProfile(client: QueryClient, id: number): PublicProfile | undefined {
  const lists = [feedQuery, likedQuery].map(({ queryKey }) => client.getQueryData<FeedPages>(queryKey)?.pages ?? [])
  const listed = lists.flat().flatMap(({ items }) => items)
  return [...listed, ...(client.getQueryData(matchesQuery.queryKey) ?? [])].find((profile) => profile.id === id)
}

/** A page in flight would be added to the pages as they were before. */
export function feedIsIdle(client: QueryClient): Promise<void> {
  return untilIdle(client, feedQuery)
}

export function withProfile(feed: FeedPages, id: number, changes: Partial<PublicProfile>): FeedPages {
  const pages = feed.pages.map((page) => ({
    ...page,
    items: page.items.map((profile) => (profile.id === id ? { ...profile, ...changes } : profile)),
  }))
  return { ...feed, pages }
}

export function withoutProfile(feed: FeedPages, id: number): FeedPages {
  return { ...feed, pages: feed.pages.map((page) => ({ ...page, items: page.items.filter((one) => one.id !== id) })) }
}

export function withProfileFirst(feed: FeedPages, profile: PublicProfile): FeedPages {
  const [first, ...others] = feed.pages
  return first ? { ...feed, pages: [{ ...first, items: [profile, ...first.items] }, ...others] } : feed
}

export function hasProfile(feed: FeedPages | undefined, id: number): boolean {
  return feed?.pages.some(({ items }) => items.some((profile) => profile.id === id)) ?? false
}
