import { queryOptions } from '@tanstack/react-query'
import { listConversations } from '@zing/proto/http/chat'
import { UNREAD_POLL_MS } from '@zing/proto/limits'
import { call } from '../lib/call.ts'
import { pollUnlessPushed } from '../lib/push-health.ts'

export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: () => call(listConversations),
  refetchInterval: pollUnlessPushed(UNREAD_POLL_MS),
})
