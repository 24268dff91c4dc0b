import { queryOptions } from '@tanstack/react-query'
import { listConversations } from '@zing/proto/http/chat'
import { pollUnlessPushed } from '../../lib/device/push-health.ts'
import { call } from '../../lib/http/call.ts'
import { UNREAD_POLL_MS } from '../../lib/limits.ts'
import { withoutBlocked } from './blocks.ts'

export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: async ({ client }) =>
    withoutBlocked(client, await call(client, listConversations), ({ partnerId }) => partnerId),
  refetchInterval: pollUnlessPushed(UNREAD_POLL_MS),
})
