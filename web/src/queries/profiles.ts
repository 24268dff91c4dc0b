import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getProfile, listMatches, listUsers } from '@zing/proto/http/social'
import type { PublicProfile } from '@zing/proto/users'
import { call, callPage } from '../lib/call.ts'
import { FEED_PAGE_ON_SCREEN } from '../lib/limits.ts'

interface FeedPage {
  items: PublicProfile[]
  next: string | null
}

export type FeedPages = InfiniteData<FeedPage, string>

export const feedQuery = infiniteQueryOptions({
  queryKey: ['users', 'discover'],
  queryFn: ({ pageParam }): Promise<FeedPage> =>
    callPage(listUsers, { query: { scope: 'discover', limit: FEED_PAGE_ON_SCREEN, cursor: pageParam } }),
  initialPageParam: '', // the newest profiles
  getNextPageParam: (page) => page.next,
  gcTime: Number.POSITIVE_INFINITY, // the pages are there when the user comes back to their place in the feed
  select: ({ pages }) => pages.flatMap(({ items }) => items),
})

export const matchesQuery = queryOptions({
  queryKey: ['users', 'matches'],
  queryFn: () => call(listMatches),
})

export function profileQuery(id: number) {
  return queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: () => call(getProfile, { params: { id } }),
  })
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
