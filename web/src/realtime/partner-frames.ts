import type { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '@zing/proto/messages'
import type { Match } from '@zing/proto/profiles/users'
import { forgetMatch } from '../lib/state/match-store.ts'
import { conversationsQuery } from '../queries/chat/conversations.ts'
import { messagesQuery } from '../queries/chat/messages.ts'
import { notificationsQuery } from '../queries/notifications.ts'
import { type FeedPages, feedQuery, matchesQuery, profilesKey, withoutProfile } from '../queries/profiles.ts'
import { setOnline } from './online-users.ts'
import { refetch } from './refetch.ts'

/** Refetches every list in which a former partner appears. */
export function refetchPartnerLists(client: QueryClient): void {
  for (const queryKey of [profilesKey, ['messages'], conversationsQuery.queryKey, notificationsQuery.queryKey]) {
    refetch(client, queryKey)
  }
}

/** Time in which all services apply a block; until then a fetched list may still contain the user. */
const BLOCK_REFETCH_DELAY_MS = 3_000

/** Removes a blocked user from every list at once and refetches the lists a little later. */
export function removeProfile(client: QueryClient, userId: number): void {
  setOnline(client, userId, false)
  forgetMatch(client, userId)
  const isOther = ({ id }: { id: number }) => id !== userId
  client.setQueryData<Match[]>(matchesQuery.queryKey, (list) => list?.filter(isOther))
  client.setQueryData<FeedPages>(feedQuery.queryKey, (feed) => feed && withoutProfile(feed, userId))
  client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
    list?.filter(({ partnerId }) => partnerId !== userId),
  )
  // not fetched at once: an open chat is hidden or left
  void client.invalidateQueries({ queryKey: messagesQuery(userId).queryKey, refetchType: 'none' })
  setTimeout(() => refetchPartnerLists(client), BLOCK_REFETCH_DELAY_MS)
}
