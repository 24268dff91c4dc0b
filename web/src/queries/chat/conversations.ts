import { queryOptions } from '@tanstack/react-query'
import { listConversations } from '@zing/proto/http/chat'
import { pollUnlessPushed } from '../../lib/device/push-health.ts'
import { call } from '../../lib/http/call.ts'
import { UNREAD_FRESH_MS, UNREAD_REFRESH_MS, UNREAD_RETRIES } from '../../lib/limits.ts'
import { retryUpTo } from '../session/query-client.ts'
import { withoutBlocked } from './blocks.ts'

export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: async ({ client }) =>
    withoutBlocked(client, await call(client, listConversations), ({ partnerId }) => partnerId),
  retry: retryUpTo(UNREAD_RETRIES),
  refetchInterval: pollUnlessPushed(UNREAD_REFRESH_MS), // docs/specification.md section 7: 30 s, forced every 10 s
})

/** Counts the unread messages of all conversations. */
export const unreadQuery = queryOptions({
  ...conversationsQuery,
  staleTime: UNREAD_FRESH_MS,
  select: (conversations) => conversations.reduce((sum, { unread }) => sum + unread, 0),
})
