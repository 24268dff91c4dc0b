import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import { blockUser } from '@zing/proto/http/chat'
import { useNavigate } from 'react-router-dom'
import { call } from '../lib/call.ts'
import { BLOCK_REDIRECT_MS } from '../lib/limits.ts'
import { FAIL_OFFLINE } from '../lib/online.ts'
import { useSingleFlight } from '../lib/use-single-flight.ts'
import { addBlock } from '../queries/blocks.ts'
import { retryUpTo } from '../queries/query-client.ts'
import { toastError } from '../ui/toast-store.ts'
import { removeProfile } from './partner-frames.ts'

/**
 * Blocks over HTTP, because a frame could be lost with its socket. The toast comes with BLOCK_CONFIRMED, which the server
 * sends to all tabs of the user.
 */
export function useBlock(partnerId: number) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => call(blockUser, { body: { blockedUserId: partnerId } }),
    ...FAIL_OFFLINE,
    retry: retryUpTo(2), // idempotent
    onSuccess: () => {
      addBlock(client, partnerId)
      removeProfile(client, partnerId)
      setTimeout(() => isOnChat(partnerId) && navigate(clientRoutes.messages), BLOCK_REDIRECT_MS)
    },
    onError: () => toastError('Error', 'Failed to block user. Please try again.'),
  })
  return { block: useSingleFlight(() => mutateAsync().catch(() => {})), isPending }
}

function isOnChat(partnerId: number): boolean {
  return window.location.pathname === chatRoute(partnerId)
}
