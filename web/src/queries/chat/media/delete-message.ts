import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteMessage } from '@zing/proto/http/chat'
import { FAIL_OFFLINE } from '../../../lib/device/online.ts'
import { call } from '../../../lib/http/call.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { retryUpTo } from '../../session/query-client.ts'
import { showDeleted } from '../show-deleted.ts'

export function useDeleteMessage(partnerId: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUpTo(2), // idempotent
    mutationFn: (id: number) => call(client, deleteMessage, { params: { id } }),
    onSuccess: (_, id) => showDeleted(client, partnerId, id),
    onError: (error) => toastError(t`Message not deleted`, error.message),
  })
}
