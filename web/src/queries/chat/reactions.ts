import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeReaction, setReaction } from '@zing/proto/http/chat'
import type { Message, ReactionEmoji } from '@zing/proto/messages'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { retryUpTo } from '../session/query-client.ts'
import { type MessagePages, withOwnReaction } from './message-cache.ts'
import { messagesQuery } from './messages.ts'

interface Change {
  message: Message
  emoji: ReactionEmoji | null
}

/** The user's reaction to a message. */
export function ownReaction({ reactions = [] }: Message, userId: number): ReactionEmoji | null {
  return reactions.find((one) => one.userId === userId)?.emoji ?? null
}

/** Sets or removes the user's reaction: shown at once, as before if the server refuses it. */
export function useReact(partnerId: number, userId: number) {
  const client = useQueryClient()
  const { queryKey } = messagesQuery(partnerId)
  const show = ({ message, emoji }: Change) =>
    client.setQueryData<MessagePages>(
      queryKey,
      (pages) => pages && withOwnReaction(pages, message.id, { userId, emoji }),
    )
  return useMutation({
    ...FAIL_OFFLINE,
    scope: { id: `reactions ${partnerId}` }, // one after another: the last tap counts
    retry: retryUpTo(2), // idempotent
    mutationFn: ({ message: { id }, emoji }: Change) =>
      emoji
        ? call(client, setReaction, { params: { id }, body: { emoji } })
        : call(client, removeReaction, { params: { id } }),
    onMutate: show,
    onError: (error, { message }) => {
      show({ message, emoji: ownReaction(message, userId) })
      void client.invalidateQueries({ queryKey })
      toastError(t`Reaction not sent`, error.message)
    },
  })
}
