import { infiniteQueryOptions, replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query'
import { listMessages, markAllRead, readMessages } from '@zing/proto/http/chat'
import { MESSAGES_PAGE_SIZE } from '@zing/proto/limits'
import type { Conversation } from '@zing/proto/messages'
import { pollUnlessPushed } from '../../lib/device/push-health.ts'
import { call } from '../../lib/http/call.ts'
import { CHAT_FRESH_MS, CHAT_POLL_MS } from '../../lib/limits.ts'
import { retryUnavailable } from '../session/query-client.ts'
import { conversationsQuery } from './conversations.ts'
import { type MessagePages, mergeFetched } from './message-cache.ts'

/** Conversation in pages, of which `pages[0]` is the newest; selected as one list, oldest first. */
export function messagesQuery(partnerId: number) {
  return infiniteQueryOptions({
    queryKey: ['messages', 'with', partnerId],
    queryFn: ({ client, pageParam }) =>
      call(client, listMessages, { params: { id: partnerId }, query: { before: pageParam } }),
    initialPageParam: 0, // the newest page
    // the newest page grows with each message that is sent or received
    getNextPageParam: (page) => (page.length >= MESSAGES_PAGE_SIZE && page[0] && page[0].seq > 1 ? page[0].seq : null),
    select: ({ pages }) => pages.toReversed().flat(),
    structuralSharing: (before, fetched) =>
      replaceEqualDeep(before, isPages(fetched) ? mergeFetched(before as MessagePages | undefined, fetched) : fetched), // same shape
    staleTime: CHAT_FRESH_MS,
    refetchOnWindowFocus: true,
    refetchInterval: pollUnlessPushed(CHAT_POLL_MS),
  })
}

/** True for the cached pages, false for the selected list: both are shared structurally. */
export function isPages(data: unknown): data is MessagePages {
  return typeof data === 'object' && data !== null && 'pages' in data
}

export function useReadAllMessages() {
  const client = useQueryClient()
  return useMutation({
    retry: retryUnavailable, // idempotent
    mutationFn: () => call(client, markAllRead),
    onSuccess: () =>
      client.setQueryData<Conversation[]>(conversationsQuery.queryKey, (list) =>
        list?.map((one) => ({ ...one, unread: 0 })),
      ),
  })
}

export function useReadMessages(partnerId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upToSeq: number) => call(client, readMessages, { params: { id: partnerId }, body: { upToSeq } }),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
  })
}
