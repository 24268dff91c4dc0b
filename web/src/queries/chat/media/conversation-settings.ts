import { t } from '@lingui/core/macro'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConversationSettings, getConversationSettings, putConversationSettings } from '@zing/proto/http/media'
import { FAIL_OFFLINE } from '../../../lib/device/online.ts'
import { call } from '../../../lib/http/call.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { retryUpTo } from '../../session/query-client.ts'

/** Begins the keys of the settings of one conversation. */
export function settingsKey(partnerId: number) {
  return ['conversation-settings', partnerId]
}

/** Which photos and voice messages the user takes from a partner, and may send. `hasBoth`: both have written. */
export function conversationSettingsQuery(partnerId: number, hasBoth: boolean) {
  return queryOptions({
    queryKey: [...settingsKey(partnerId), hasBoth],
    queryFn: ({ client }) => call(client, getConversationSettings, { params: { userId: partnerId } }),
    placeholderData: (before) => before,
    refetchOnWindowFocus: true,
  })
}

export type Wanted = Pick<ConversationSettings, 'photos' | 'voice'>

export function useSaveConversationSettings(partnerId: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUpTo(2), // idempotent
    mutationFn: (body: Wanted) => call(client, putConversationSettings, { params: { userId: partnerId }, body }),
    onSuccess: (settings) => client.setQueriesData({ queryKey: settingsKey(partnerId) }, () => settings),
    onError: (error) => toastError(t`Not saved`, error.message),
  })
}
