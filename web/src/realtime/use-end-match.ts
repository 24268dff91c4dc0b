import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import { blockUser } from '@zing/proto/http/chat'
import { unmatchUser } from '@zing/proto/http/discovery'
import { useNavigate } from 'react-router-dom'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { call } from '../lib/http/call.ts'
import { useSingleFlight } from '../lib/input/use-single-flight.ts'
import { closeLayers } from '../lib/layers/layers.ts'
import { BLOCK_REDIRECT_MS } from '../lib/limits.ts'
import { endOf } from '../lib/state/per-session.ts'
import { toast, toastError } from '../lib/state/toast-store.ts'
import { addBlock } from '../queries/chat/blocks.ts'
import { retryUpTo } from '../queries/session/query-client.ts'
import { removeProfile } from './partner-frames.ts'

/**
 * Blocks over HTTP, because a frame could be lost with its socket. The toast comes with BLOCK_CONFIRMED, which the server
 * sends to all tabs of the user.
 */
export function useBlock(partnerId: number) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useEnding(
    () => call(client, blockUser, { body: { blockedUserId: partnerId } }),
    () => {
      addBlock(client, partnerId)
      removeProfile(client, partnerId)
      const sessionEnd = endOf(client)
      setTimeout(() => {
        if (!sessionEnd.aborted && isOnChat(partnerId)) void navigate(clientRoutes.messages)
      }, BLOCK_REDIRECT_MS)
    },
    t`Failed to block user. Please try again.`,
  )
}

/** Ends a match without a block; the other user is not notified. */
export function useUnmatch(partnerId: number) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useEnding(
    () => call(client, unmatchUser, { params: { userId: partnerId } }),
    async () => {
      removeProfile(client, partnerId)
      toast(t`Match ended`)
      await closeLayers() // of the dialog, so that Back does not lead to the chat that has ended
      if (isOnChat(partnerId)) void navigate(clientRoutes.messages, { replace: true })
    },
    t`Failed to unmatch. Please try again.`,
  )
}

function useEnding(mutationFn: () => Promise<unknown>, onSuccess: () => unknown, failure: string) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn,
    onSuccess,
    ...FAIL_OFFLINE,
    retry: retryUpTo(2), // idempotent
    onError: () => toastError(t`Error`, failure),
  })
  return { end: useSingleFlight(() => mutateAsync().catch(() => {})), isPending }
}

function isOnChat(partnerId: number): boolean {
  return window.location.pathname === chatRoute(partnerId)
}
